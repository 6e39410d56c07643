package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where charts may come from.
 *
 * @param allowed addresses such as {@code https://charts.example.com/stable}, each allowing what
 *     lies below it; a host may start with {@code *.} for all hosts below it. None allows all.
 */
public record SourcePolicy(List<String> allowed) {

  /** How a host begins that stands for all hosts below it. */
  private static final String BELOW = "://*.";

  public SourcePolicy {
    allowed = List.copyOf(allowed);
  }

  public static SourcePolicy everything() {
    return new SourcePolicy(List.of());
  }

  /** What the platform's settings say; without any, everything. */
  public static SourcePolicy of(@Nullable ButlerConfig config) {
    return config == null || config.getSpec() == null
        ? everything()
        : new SourcePolicy(config.getSpec().allowedSources());
  }

  /** What of it is no address; such an entry would allow nothing. */
  public List<Problem> check(String field) {
    var problems = new ArrayList<Problem>();
    for (var i = 0; i < allowed.size(); i++) {
      if (read(allowed.get(i)).isEmpty()) {
        problems.add(
            new Problem(
                "%s[%d]".formatted(field, i),
                "\"" + allowed.get(i) + "\" is no address of a repository",
                "write http://, https:// or oci://, a host and a path"));
      }
    }
    return List.copyOf(problems);
  }

  /** Whether it lies below one of the addresses; what is no address does not. */
  public boolean permits(String repository) {
    return Source.read(repository).isPresent()
        && allowed.stream().anyMatch(entry -> allows(entry, repository));
  }

  /** Whether a repository may be used. */
  Optional<Problem> check(String field, String repository) {
    return forbidden(repository)
        .map(
            host ->
                new Problem(
                    field,
                    "charts may not come from " + host,
                    "choose a repository out of " + String.join(", ", allowed)));
  }

  /** Whether an entry of the catalog may be used. */
  Optional<Problem> checkEntry(String addon, String repository) {
    return forbidden(repository)
        .map(
            host ->
                new Problem(
                    "spec.addon",
                    "the chart of %s comes from %s, from where charts may not come"
                        .formatted(addon, host),
                    "choose another addon, or have %s added to spec.addons.allowedSources of the"
                            .formatted(host)
                        + " ButlerConfig"));
  }

  /** The host from which it may not come; what is no address is told elsewhere. */
  private Optional<String> forbidden(String repository) {
    return allowed.isEmpty() || allowed.stream().anyMatch(entry -> allows(entry, repository))
        ? Optional.empty()
        : Source.read(repository).map(Source::host);
  }

  private static Optional<Source> read(String entry) {
    return Source.read(entry.replace(BELOW, "://"));
  }

  private static boolean allows(String entry, String repository) {
    var below = entry.contains(BELOW);
    var rule = read(entry);
    var wanted = Source.read(repository);
    if (rule.isEmpty() || wanted.isEmpty()) {
      return false;
    }
    var one = rule.get();
    var other = wanted.get();
    return one.scheme().equals(other.scheme())
        && one.port().equals(other.port())
        && (below ? other.host().endsWith("." + one.host()) : other.host().equals(one.host()))
        && other.beyond(one.path()).isPresent();
  }
}
