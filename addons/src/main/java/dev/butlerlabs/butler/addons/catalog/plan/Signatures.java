package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.api.Namespaces;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.SignedSource;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which charts the platform wants signed, and by whom. What definitions and addons ask for
 * themselves comes on top.
 */
public record Signatures(List<SignedSource> entries) {

  public Signatures {
    entries = List.copyOf(entries);
  }

  /** The platform asks for none. */
  public static Signatures none() {
    return new Signatures(List.of());
  }

  /** What the platform's settings say. */
  public static Signatures of(@Nullable ButlerConfig config) {
    return config == null || config.getSpec() == null || config.getSpec().addons() == null
        ? none()
        : new Signatures(config.getSpec().addons().signedSources());
  }

  /**
   * The Secret with the keys of those who may sign the chart, if it has to be signed: that of the
   * nearest source above it. In a registry the chart is an address of its own.
   *
   * @param repository where it is published, not where it is fetched
   */
  public Optional<ObjectKey> of(String repository, String chart) {
    var address =
        repository.startsWith("oci://")
            ? repository.replaceAll("/+$", "") + "/" + chart
            : repository;
    return Source.nearest(address, entries, SignedSource::source).map(Signatures::keys);
  }

  /** All Secrets that hold keys. */
  public List<ObjectKey> keys() {
    return entries.stream().map(Signatures::keys).distinct().toList();
  }

  private static ObjectKey keys(SignedSource entry) {
    return new ObjectKey(Namespaces.SYSTEM, entry.keysRef().name());
  }

  /** What of it is no address, or stands there twice; such an entry would have no effect. */
  public List<Problem> check(String field) {
    var problems = new ArrayList<Problem>();
    var seen = new HashSet<Source>();
    for (var i = 0; i < entries.size(); i++) {
      var entry = entries.get(i);
      var at = "%s[%d].source".formatted(field, i);
      problems.addAll(Source.check(at, entry.source()));
      if (Source.read(entry.source()).filter(source -> !seen.add(source)).isPresent()) {
        problems.add(
            new Problem(
                at,
                entry.source() + " has keys already",
                "put all keys into one Secret and keep one of the two entries"));
      }
    }
    return List.copyOf(problems);
  }
}
