package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.addons.catalog.plan.Mirrors;
import dev.butlerlabs.butler.addons.catalog.plan.Signatures;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** What the catalog has beyond what is installed. */
public sealed interface Offer {

  record None() implements Offer {}

  /** It is to be installed now. */
  record Taken() implements Offer {}

  /**
   * It is shown, and left until somebody asks for it.
   *
   * @param wanted what Helm would be told
   * @param due when it is taken by itself, or looked at again
   * @param why who or what comes first; empty when nobody does
   */
  record Open(Wanted wanted, Optional<Instant> due, String why) implements Offer {}

  /** With charts signed as the platform wants it too. */
  default Offer signed(Signatures platform, Function<ObjectKey, String> seen) {
    return this instanceof Open(var wanted, var due, var why)
        ? new Open(wanted.signed(platform, seen), due, why)
        : this;
  }

  /** With charts from where they are mirrored. */
  default Offer through(Mirrors mirrors) {
    return this instanceof Open(var wanted, var due, var why)
        ? new Open(wanted.through(mirrors), due, why)
        : this;
  }

  /** It is being found out what it would change; both are told together. */
  record Untried() implements Offer {}
}
