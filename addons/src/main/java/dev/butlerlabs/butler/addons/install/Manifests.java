package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.plan.ManifestYaml;
import dev.butlerlabs.butler.addons.install.plan.Health;
import dev.butlerlabs.butler.kernel.Checksum;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.yaml.snakeyaml.error.YAMLException;

/** What a release consists of, read from what its chart rendered. */
final class Manifests {

  /** More would fill a status; how many there are beyond is told. */
  private static final int MOST = 1_000;

  private Manifests() {}

  /** Of all it consists of. */
  static String hash(String manifest) {
    return Checksum.of(manifest.strip()).text();
  }

  /** The workloads, sorted, as {@link Health} writes them; none when it cannot be read. */
  static List<String> workloads(String manifest, String namespace) {
    var found = new TreeSet<String>();
    try {
      for (var one : ManifestYaml.objects(manifest)) {
        var kind = one.path("kind").asText();
        if (Health.KINDS.contains(kind)) {
          var metadata = one.path("metadata");
          found.add(
              Health.name(
                  kind,
                  metadata.path("namespace").asText(namespace),
                  metadata.path("name").asText()));
        }
      }
    } catch (YAMLException unreadable) {
      // Helm has taken it; then what stands on the cluster cannot be told apart, and counts as
      // fine.
      return List.copyOf(found);
    }
    var told = new ArrayList<>(found.stream().limit(MOST).toList());
    if (found.size() > MOST) {
      told.add(Health.beyond(found.size() - MOST));
    }
    return told;
  }
}
