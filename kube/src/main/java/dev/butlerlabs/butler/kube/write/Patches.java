package dev.butlerlabs.butler.kube.write;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.butlerlabs.butler.api.WireFormat;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/** How objects become JSON trees and patches. */
final class Patches {

  private static final ObjectMapper MAPPER = WireFormat.mapper();

  /** The client's own way of writing, which knows Kubernetes' times as well. */
  private static final KubernetesSerialization FORMAT = WireFormat.serialization();

  private Patches() {}

  /** As it goes over the wire, so that two trees are equal when their texts are. */
  static JsonNode tree(Object value) {
    try {
      return MAPPER.readTree(FORMAT.asJson(value));
    } catch (JsonProcessingException broken) {
      throw new IllegalArgumentException(
          value.getClass() + " cannot be written as JSON; correct its annotations", broken);
    }
  }

  static String text(JsonNode tree) {
    try {
      return MAPPER.writeValueAsString(tree);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a tree can always be written", impossible);
    }
  }

  /** The patch, refused with a conflict unless the object is still the version it was made from. */
  static ArrayNode checked(ArrayNode patch, HasMetadata from) {
    patch
        .insertObject(0)
        .put("op", "replace")
        .put("path", "/metadata/resourceVersion")
        .put("value", from.getMetadata().getResourceVersion());
    return patch;
  }

  static PatchContext apply(FieldManager manager, boolean force) {
    return new PatchContext.Builder()
        .withPatchType(PatchType.SERVER_SIDE_APPLY)
        .withFieldManager(manager.name())
        .withForce(force)
        .build();
  }

  static PatchContext json() {
    return PatchContext.of(PatchType.JSON);
  }

  static PatchContext merge() {
    return PatchContext.of(PatchType.JSON_MERGE);
  }

  static PatchContext merge(FieldManager manager) {
    return new PatchContext.Builder()
        .withPatchType(PatchType.JSON_MERGE)
        .withFieldManager(manager.name())
        .build();
  }
}
