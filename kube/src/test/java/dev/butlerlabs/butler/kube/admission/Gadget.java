package dev.butlerlabs.butler.kube.admission;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** A kind that only the tests of admission write. */
@Group("admission.test.butlerlabs.dev")
@Version("v1")
public final class Gadget extends CustomResource<Gadget.Spec, Gadget.Status> implements Namespaced {

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(@Nullable Integer size) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Status(@Nullable String phase) {}

  static Gadget named(String namespace, String name, int size) {
    var gadget = new Gadget();
    gadget.setMetadata(new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
    gadget.setSpec(new Spec(size));
    return gadget;
  }

  static String yaml(String name, int size) {
    return """
        apiVersion: admission.test.butlerlabs.dev/v1
        kind: Gadget
        metadata: {name: %s}
        spec: {size: %d}
        """
        .formatted(name, size);
  }
}
