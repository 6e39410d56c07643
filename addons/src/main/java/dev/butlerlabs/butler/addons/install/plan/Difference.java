package dev.butlerlabs.butler.addons.install.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One object that is not as its release has it.
 *
 * @param fields that are not; none when the object is not there at all
 * @param writers whoever wrote them, as far as it is known
 * @param obstacle why it cannot be repaired; empty for no reason
 */
public record Difference(Part part, List<FieldPath> fields, List<String> writers, String obstacle) {

  private static final int TOLD = 3;

  public Difference {
    fields = List.copyOf(fields);
    writers = List.copyOf(writers);
  }

  public static Difference missing(Part part) {
    return new Difference(part, List.of(), List.of(), "");
  }

  /** Whether nobody misses the object: a Job that Kubernetes takes away when it has ended. */
  public static boolean goesWhenDone(JsonNode manifest) {
    return manifest.path("kind").asText().equals("Job")
        && manifest.path("apiVersion").asText().startsWith("batch/")
        && manifest.path("spec").path("ttlSecondsAfterFinished").isNumber();
  }

  /**
   * What is not as it should be; nothing when all that differs is left to others by design.
   *
   * @param live the object with its {@code managedFields}
   * @param wouldBe the same after the release's share was applied
   */
  public static Optional<Difference> between(Part part, JsonNode live, JsonNode wouldBe) {
    var writers = new TreeSet<String>();
    var fields = new ArrayList<FieldPath>();
    for (var path : Comparison.between(live, wouldBe)) {
      var wrote = Writers.of(live, path);
      if (!Writers.byDesign(path, wrote)) {
        fields.add(path);
        writers.addAll(wrote);
      }
    }
    return fields.isEmpty()
        ? Optional.empty()
        : Optional.of(new Difference(part, fields, List.copyOf(writers), ""));
  }

  /** The release's share of an object without what is left to others. */
  public static ObjectNode share(ObjectNode manifest, JsonNode live, JsonNode wouldBe) {
    var share = manifest.deepCopy();
    var lists = new ArrayList<>(Comparison.between(live, wouldBe));
    // From the end, so that places in lists stay what they are.
    for (var path : lists.reversed()) {
      if (Writers.byDesign(path, Writers.of(live, path))) {
        path.remove(share);
      }
    }
    return share;
  }

  public Difference hindered(String why) {
    return new Difference(part, fields, writers, why);
  }

  public boolean gone() {
    return fields.isEmpty();
  }

  /** One clause, without any value. */
  public String clause() {
    var what =
        gone() ? part + " is not there" : "%s has another %s%s".formatted(part, names(), by());
    return obstacle.isEmpty() ? what : "%s, and cannot be repaired: %s".formatted(what, obstacle);
  }

  private String names() {
    var some =
        fields.stream().limit(TOLD).map(FieldPath::toString).collect(Collectors.joining(", "));
    return fields.size() <= TOLD ? some : "%s and %d more".formatted(some, fields.size() - TOLD);
  }

  private String by() {
    return writers.isEmpty() ? "" : " (written by %s)".formatted(String.join(", ", writers));
  }
}
