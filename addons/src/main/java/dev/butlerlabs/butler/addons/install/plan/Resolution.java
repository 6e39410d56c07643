package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.addons.catalog.plan.Mirrors;
import dev.butlerlabs.butler.addons.catalog.plan.Signatures;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What an addon comes to when catalog and neighbours are minded. */
public sealed interface Resolution {

  /** With or without the consent to take over a release. */
  default Resolution with(Consent consent) {
    return this instanceof Clear(var wanted) ? new Clear(wanted.with(consent)) : this;
  }

  /** With the Secret for its repository in this version. */
  default Resolution showing(String secret) {
    return this instanceof Clear(var wanted) ? new Clear(wanted.showing(secret)) : this;
  }

  /**
   * With charts signed as the platform wants it too; to be said before {@link #through}, since it
   * goes by where they are published.
   *
   * @param seen which version of a Secret with keys there is
   */
  default Resolution signed(Signatures platform, Function<ObjectKey, String> seen) {
    return this instanceof Clear(var wanted) ? new Clear(wanted.signed(platform, seen)) : this;
  }

  /** With charts from where they are mirrored. */
  default Resolution through(Mirrors mirrors) {
    return this instanceof Clear(var wanted) ? new Clear(wanted.through(mirrors)) : this;
  }

  record Clear(Wanted wanted) implements Resolution {}

  /** Something about its cluster has to be known first. */
  record Unknown(String sentence) implements Resolution {}

  /** It cannot be carried out until somebody edits something. */
  record Faulty(List<Problem> problems) implements Resolution {

    public Faulty {
      problems = List.copyOf(problems);
    }

    String sentence() {
      return problems.stream().map(Problem::sentence).collect(Collectors.joining("; "));
    }
  }
}
