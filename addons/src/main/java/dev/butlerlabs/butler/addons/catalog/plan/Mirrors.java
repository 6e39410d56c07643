package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.api.Namespaces;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.ChartMirror;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where charts are fetched instead of where they are published. What an addon is, and where its
 * charts may come from, is said by the address that is published.
 */
public record Mirrors(List<ChartMirror> entries) {

  public Mirrors {
    entries = List.copyOf(entries);
  }

  /**
   * Where the charts of a repository are.
   *
   * @param credentials the Secret that may be shown there; null for one that is open to all
   */
  public record Place(String repository, @Nullable ObjectKey credentials) {}

  /** Everything is fetched where it is published. */
  public static Mirrors none() {
    return new Mirrors(List.of());
  }

  /** What the platform's settings say. */
  public static Mirrors of(@Nullable ButlerConfig config) {
    return config == null || config.getSpec() == null || config.getSpec().addons() == null
        ? none()
        : new Mirrors(config.getSpec().addons().mirrors());
  }

  /** The mirror of a repository, if it has one: that of the nearest source above it. */
  public Optional<Place> of(String repository) {
    return Source.nearest(repository, entries, ChartMirror::source)
        .flatMap(entry -> below(repository, entry.source()).map(rest -> place(entry, rest)));
  }

  private static Optional<String> below(String repository, String source) {
    return Source.read(source)
        .flatMap(top -> Source.read(repository).flatMap(one -> one.below(top)));
  }

  private static Place place(ChartMirror entry, String rest) {
    var base = entry.mirror().replaceAll("/+$", "");
    var ref = entry.credentialsRef();
    return new Place(
        rest.isEmpty() ? base : base + "/" + rest,
        ref == null ? null : new ObjectKey(Namespaces.SYSTEM, ref.name()));
  }

  /** What of it is no address, or stands there twice; such an entry would have no effect. */
  public List<Problem> check(String field) {
    var problems = new ArrayList<Problem>();
    var seen = new HashSet<Source>();
    for (var i = 0; i < entries.size(); i++) {
      var entry = entries.get(i);
      var at = "%s[%d].".formatted(field, i);
      problems.addAll(Source.check(at + "source", entry.source()));
      problems.addAll(Source.check(at + "mirror", entry.mirror()));
      if (Source.read(entry.source()).filter(source -> !seen.add(source)).isPresent()) {
        problems.add(
            new Problem(
                at + "source",
                entry.source() + " has a mirror already",
                "keep one of the two entries"));
      }
    }
    return List.copyOf(problems);
  }
}
