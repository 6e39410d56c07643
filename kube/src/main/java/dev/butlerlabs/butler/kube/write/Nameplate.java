package dev.butlerlabs.butler.kube.write;

import dev.butlerlabs.butler.api.WireFormat;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;

/** Which object is meant, for calls that need no more of it. */
final class Nameplate {

  private static final KubernetesSerialization FORMAT = WireFormat.serialization();

  private Nameplate() {}

  /**
   * An object of the same name and nothing else. The client library copies whatever a patch is made
   * for, by way of its JSON, and then looks at the name alone.
   */
  static <T extends HasMetadata> T of(T object) {
    var plate =
        Map.of(
            "apiVersion", object.getApiVersion(),
            "kind", object.getKind(),
            "metadata", name(object.getMetadata()));
    return FORMAT.convertValue(plate, type(object));
  }

  private static ObjectMeta name(ObjectMeta whole) {
    return new ObjectMetaBuilder()
        .withName(whole.getName())
        .withNamespace(whole.getNamespace())
        .build();
  }

  // Safe: an object's class makes objects of its own type.
  @SuppressWarnings("unchecked")
  private static <T extends HasMetadata> Class<T> type(T object) {
    return (Class<T>) object.getClass();
  }
}
