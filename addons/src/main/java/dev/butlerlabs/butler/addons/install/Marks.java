package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.kernel.Checksum;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is kept of objects that are watched: how a workload is, and a mark that changes with
 * everything but the status. So neither Secrets nor large objects stay in memory.
 */
final class Marks {

  private static final String MARK = "mark";

  private Marks() {}

  static void put(GenericKubernetesResource object) {
    var content = new LinkedHashMap<>(object.getAdditionalProperties());
    var status = content.remove("status");
    var kept = new HashMap<String, Object>();
    if (status != null) {
      kept.put("status", status);
    }
    if (content.get("spec") instanceof Map<?, ?> spec && spec.get("replicas") != null) {
      kept.put("spec", Map.of("replicas", spec.get("replicas")));
    }
    var metadata = object.getMetadata();
    kept.put(
        MARK,
        Checksum.of(
                String.valueOf(metadata.getUid()),
                String.valueOf(metadata.getLabels()),
                String.valueOf(metadata.getAnnotations()),
                content.toString())
            .text());
    object.setAdditionalProperties(kept);
  }

  static String of(GenericKubernetesResource object) {
    return String.valueOf(object.getAdditionalProperties().get(MARK));
  }
}
