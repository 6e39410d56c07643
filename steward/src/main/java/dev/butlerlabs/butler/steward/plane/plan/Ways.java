package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.kernel.Cause;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The ways from outside to a control plane besides its Service: an Ingress or a route. */
final class Ways {

  /** Nobody tells us of Gateways, which need not be served here; so often they are looked at. */
  private static final Duration MISSING = Duration.ofSeconds(10);

  private static final Duration SETTLED = Duration.ofMinutes(5);

  private final Blueprint print;
  private final Edge edge;

  Ways(Observation seen, Blueprint print) {
    this.print = print;
    this.edge = seen.edge();
  }

  Optional<Cause> objection() {
    return Ingresses.objection(print)
        .or(() -> Routes.wanted(print) ? routes().objection() : Optional.empty());
  }

  private Routes routes() {
    return new Routes(print, edge);
  }

  List<HasMetadata> objects() {
    var objects = new ArrayList<HasMetadata>();
    Ingresses.of(print).ifPresent(objects::add);
    if (Routes.wanted(print)) {
      routes().route().ifPresent(objects::add);
    }
    return objects;
  }

  /** What was made and is wanted no more. */
  List<HasMetadata> removals() {
    var removals = new ArrayList<HasMetadata>();
    if (edge.ingress() != null && Ingresses.of(print).isEmpty()) {
      removals.add(edge.ingress());
    }
    if (edge.route() != null && !Routes.wanted(print)) {
      removals.add(edge.route());
    }
    return removals;
  }

  /** Whether one is wanted or there is one: while it is told of, it is looked for. */
  boolean concerned() {
    return Ingresses.of(print).isPresent() || Routes.wanted(print) || !removals().isEmpty();
  }

  Optional<Cause> awaited() {
    if (!removals().isEmpty()) {
      return Optional.of(
          new Cause(
              "Removing",
              "a way from outside is there that is wanted no more",
              "it is taken away",
              ""));
    }
    return Routes.wanted(print) ? routes().awaited() : Ingresses.awaited(print, edge.ingress());
  }

  /** After how long the way is looked at again, where nobody tells. */
  Optional<Duration> look() {
    if (!Routes.wanted(print)) {
      return Optional.empty();
    }
    return Optional.of(routes().awaited().isPresent() ? MISSING : SETTLED);
  }
}
