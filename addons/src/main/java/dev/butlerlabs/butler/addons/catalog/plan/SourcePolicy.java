package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.kernel.Problem;
import java.util.List;
import java.util.Optional;

/**
 * Where charts may come from.
 *
 * @param allowed addresses such as {@code https://charts.example.com/stable}, each allowing what
 *     lies below it; a host may start with {@code *.} for all hosts below it. None allows all.
 */
public record SourcePolicy(List<String> allowed) {

  public SourcePolicy {
    allowed = List.copyOf(allowed);
  }

  public static SourcePolicy everything() {
    return new SourcePolicy(List.of());
  }

  Optional<Problem> check(String field, String repository) {
    if (allowed.isEmpty() || allowed.stream().anyMatch(entry -> allows(entry, repository))) {
      return Optional.empty();
    }
    return Source.read(repository)
        .map(
            source ->
                new Problem(
                    field + ".repository",
                    "charts may not come from " + source.host(),
                    "choose a repository out of " + String.join(", ", allowed)));
  }

  private static boolean allows(String entry, String repository) {
    var below = entry.contains("://*.");
    var rule = Source.read(below ? entry.replace("://*.", "://") : entry);
    var wanted = Source.read(repository);
    if (rule.isEmpty() || wanted.isEmpty()) {
      return false;
    }
    var one = rule.get();
    var other = wanted.get();
    return one.scheme().equals(other.scheme())
        && one.port().equals(other.port())
        && (below ? other.host().endsWith("." + one.host()) : other.host().equals(one.host()))
        // Whole segments: /charts does not allow /charts-of-others.
        && (one.path().isEmpty() || (other.path() + "/").startsWith(one.path() + "/"));
  }
}
