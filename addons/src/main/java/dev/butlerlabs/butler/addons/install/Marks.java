package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.kernel.Checksum;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of objects that are watched: how a workload is, and a mark that changes with
 * everything but the status. So neither Secrets nor large objects stay in memory.
 *
 * <p>A mark never comes back: who spoils an object, sees it repaired and spoils it in the same way
 * is seen, even where both changes are noticed as one.
 */
final class Marks {

  private static final String MARK = "mark";
  private static final String CONTENT = "content";

  private Marks() {}

  static void put(GenericKubernetesResource object, @Nullable GenericKubernetesResource before) {
    var content = new LinkedHashMap<>(object.getAdditionalProperties());
    var status = content.remove("status");
    var kept = new HashMap<String, Object>();
    if (status != null) {
      kept.put("status", status);
    }
    if (content.get("spec") instanceof Map<?, ?> spec) {
      kept.put("spec", wishes(spec));
    }
    var metadata = object.getMetadata();
    var sum =
        Checksum.of(
                String.valueOf(metadata.getUid()),
                String.valueOf(metadata.getLabels()),
                String.valueOf(metadata.getAnnotations()),
                content.toString())
            .text();
    kept.put(CONTENT, sum);
    kept.put(
        MARK,
        before != null && sum.equals(before.getAdditionalProperties().get(CONTENT))
            ? of(before)
            : sum + "@" + metadata.getResourceVersion());
    object.setAdditionalProperties(kept);
  }

  /** How many pods are wanted, and how they become new. */
  private static Map<String, Object> wishes(Map<?, ?> spec) {
    var kept = new HashMap<String, Object>();
    if (spec.get("replicas") instanceof Number replicas) {
      kept.put("replicas", replicas);
    }
    if (spec.get("updateStrategy") instanceof Map<?, ?> strategy) {
      var how = new HashMap<String, Object>();
      if (strategy.get("type") instanceof String type) {
        how.put("type", type);
      }
      if (strategy.get("rollingUpdate") instanceof Map<?, ?> rolling
          && rolling.get("partition") instanceof Number partition) {
        how.put("rollingUpdate", Map.of("partition", partition));
      }
      kept.put("updateStrategy", how);
    }
    return kept;
  }

  static String of(GenericKubernetesResource object) {
    return String.valueOf(object.getAdditionalProperties().get(MARK));
  }
}
