package dev.butlerlabs.butler.tenants.cause.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the one cause why a cluster is not Ready.
 *
 * <p>Everything that is not true is a suspect. What follows from another suspect is let go; of the
 * rest, what a person must mend comes before what may pass, and what has lasted longest comes
 * first.
 */
public final class Causes {

  private static final Comparator<Suspect> BEST =
      Comparator.comparing(Suspect::weight)
          .reversed()
          .thenComparing(Suspect::since)
          .thenComparing(Suspect::layer)
          .thenComparing(suspect -> suspect.cause().what());

  private Causes() {}

  /** The cause, or none when nothing is known that is not true. */
  public static Optional<Found> of(Tree tree) {
    return worst(suspects(tree));
  }

  /** The cause why machines are still there that are to go; others are none of it. */
  public static Optional<Found> ofGoing(Tree tree) {
    return worst(Workers.leaving(tree).toList());
  }

  private static Optional<Found> worst(List<Suspect> suspects) {
    return suspects.stream()
        .filter(one -> suspects.stream().noneMatch(one::followsFrom))
        .min(BEST)
        .map(
            suspect ->
                new Found(suspect.cause(), suspect.since(), suspect.weight() != Weight.WAITING));
  }

  private static List<Suspect> suspects(Tree tree) {
    return (tree.leaving()
            ? Stream.of(
                Ground.provider(tree),
                Ground.place(tree),
                Workers.leaving(tree),
                Departure.suspects(tree))
            : Stream.of(
                Ground.suspects(tree),
                ControlPlane.suspects(tree),
                Workers.suspects(tree),
                Addons.suspects(tree)))
        .flatMap(found -> found)
        .toList();
  }
}
