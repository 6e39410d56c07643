package dev.butlerlabs.butler.kube.write;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import java.util.Map;
import java.util.stream.Stream;

/** What the API server notes about who wrote which field of an object. */
final class ManagedFields {

  private ManagedFields() {}

  /** True when the manager applied anything in the object itself, not only in a subresource. */
  static boolean appliedBy(FieldManager manager, HasMetadata stored) {
    return applies(manager, stored).findAny().isPresent();
  }

  /** True when the manager put that label there; a label that somebody copied is not ours. */
  static boolean ownsLabel(FieldManager manager, HasMetadata stored, String label) {
    return applies(manager, stored)
        .map(entry -> (Object) entry.getFieldsV1().getAdditionalProperties())
        .map(fields -> child(fields, "f:metadata"))
        .map(fields -> child(fields, "f:labels"))
        .anyMatch(fields -> fields instanceof Map<?, ?> map && map.containsKey("f:" + label));
  }

  private static Object child(Object fields, String name) {
    return fields instanceof Map<?, ?> map && map.get(name) instanceof Map<?, ?> child
        ? child
        : Map.of();
  }

  private static Stream<ManagedFieldsEntry> applies(FieldManager manager, HasMetadata stored) {
    return stored.getMetadata().getManagedFields().stream()
        .filter(entry -> manager.name().equals(entry.getManager()))
        .filter(entry -> "Apply".equals(entry.getOperation()))
        .filter(entry -> entry.getSubresource() == null || entry.getSubresource().isEmpty())
        .filter(entry -> entry.getFieldsV1() != null);
  }
}
