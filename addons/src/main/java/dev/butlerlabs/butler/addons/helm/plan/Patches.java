package dev.butlerlabs.butler.addons.helm.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.error.YAMLException;

/** Changes what a chart has rendered. */
public final class Patches {

  private static final Pattern BETWEEN = Pattern.compile("(?m)^---[ \\t]*$");

  private Patches() {}

  /** What came of it. */
  public sealed interface Outcome {

    record Patched(String manifest) implements Outcome {}

    /** The chart renders nothing that this patch is for. */
    record Unused(Patch patch) implements Outcome {}
  }

  /** All objects, changed in the order of the patches; what no patch is for is left as it was. */
  public static Outcome apply(String rendered, List<Patch> patches) throws YAMLException {
    var used = new HashSet<Patch>();
    var documents = new ArrayList<String>();
    for (var text : BETWEEN.split(rendered, -1)) {
      var changed = false;
      var objects = new ArrayList<ObjectNode>();
      for (var object : ManifestYaml.objects(text)) {
        var now = object;
        for (var patch : patches) {
          if (patch.concerns(now)) {
            now = patch.applied(now);
            used.add(patch);
            changed = true;
          }
        }
        objects.add(now);
      }
      if (changed) {
        objects.forEach(object -> documents.add(object.toString()));
      } else if (!text.isBlank()) {
        documents.add(text.strip());
      }
    }
    return patches.stream()
        .filter(patch -> !used.contains(patch))
        .findFirst()
        .<Outcome>map(Outcome.Unused::new)
        .orElseGet(() -> new Outcome.Patched(String.join("\n---\n", documents) + "\n"));
  }
}
