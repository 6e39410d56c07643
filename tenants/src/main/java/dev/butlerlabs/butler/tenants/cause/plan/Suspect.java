package dev.butlerlabs.butler.tenants.cause.plan;

import dev.butlerlabs.butler.kernel.Cause;
import java.time.Instant;

/** Something that is not true, and may be why the cluster is not Ready. */
record Suspect(Layer layer, Weight weight, Cause cause, Instant since) {

  /** A condition of an object, told in its own words. */
  static Suspect of(Layer layer, Part part, Said said) {
    return of(layer, Weight.of(said), part, said);
  }

  static Suspect of(Layer layer, Weight weight, Part part, Said said) {
    return of(layer, weight, part, said.reason(), part.words(said.message()), said.since());
  }

  static Suspect of(
      Layer layer, Weight weight, Part part, String reason, Words words, Instant since) {
    return new Suspect(layer, weight, Advice.cause(layer, part.reference(), reason, words), since);
  }

  /** What the cluster itself is told; it need not be named. */
  static Suspect own(Layer layer, Weight weight, Said said) {
    var words = Words.of(said.message());
    return new Suspect(layer, weight, Advice.cause(layer, "", said.reason(), words), said.since());
  }

  /** Whether it only waits for the other one, or may well be its consequence. */
  boolean followsFrom(Suspect other) {
    return layer.standsOn(other.layer()) && other.weight().compareTo(weight) >= 0;
  }
}
