package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.tenants.objects.plan.PoolObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How far a cluster is on its way to another version or size, in words. */
record Progress(LifePlan.Make make, Live live) {

  /** What is still of another version or template; empty when nothing is. */
  String words() {
    var parts = new ArrayList<String>();
    plane().ifPresent(parts::add);
    var pools = make.order().pools().stream().flatMap(this::pool).toList();
    parts.addAll(pools);
    if (make.order().paused() && !pools.isEmpty()) {
      parts.add(
          "no further pool begins while the annotation %s stands"
              .formatted(Annotations.UPGRADE_PAUSED));
    }
    return String.join("; ", parts);
  }

  private Optional<String> plane() {
    return live.seenPlane()
        .filter(plane -> !plane.serves(make.version()))
        .map(
            plane ->
                "the control plane goes to %s%s"
                    .formatted(
                        make.version(), plane.runs().isEmpty() ? "" : " from " + plane.runs()));
  }

  private Stream<String> pool(Pool pool) {
    return live.deployment(PoolObjects.nameOf(make.order(), pool.name())).stream()
        .flatMap(found -> words(pool, found).stream());
  }

  private List<String> words(Pool pool, DeploymentView found) {
    if (!found.template().version().equals(make.version())) {
      return List.of(
          "pool %s has %s and waits for its turn"
              .formatted(pool.name(), found.template().version()));
    }
    return !live.renewing(found) && make.objects().wants(found.name(), found.template())
        ? List.of()
        : List.of(
            "pool %s: %d of %d machines are renewed"
                .formatted(pool.name(), found.upToDate(), found.wanted()));
  }
}
