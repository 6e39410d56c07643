package dev.butlerlabs.butler.kube.write;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.butlerlabs.butler.kernel.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind for tests. The API server knows fields ({@code colour}, {@code note}) this type does not.
 */
@Group("writes.test.butlerlabs.dev")
@Version("v1")
public final class Widget extends CustomResource<Widget.Spec, Widget.Status> implements Namespaced {

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(@Nullable Integer size, @Nullable List<Row> rows) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Row(@Nullable String name) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Status(
      @Nullable String phase,
      @Nullable String other,
      @Nullable Long observedGeneration,
      @Nullable List<Condition> conditions) {}

  public static Widget named(String namespace, String name, int size) {
    var widget = new Widget();
    widget.setMetadata(new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
    widget.setSpec(new Spec(size, null));
    return widget;
  }
}
