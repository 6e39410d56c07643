package dev.butlerlabs.butler.tenants.objects.plan;

import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing.Drawn;
import dev.butlerlabs.butler.providers.spi.infrastructure.Manifest;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/**
 * What the machines of one pool are made from: what is drawn by now, or what it keeps.
 *
 * @param bootstrap how they would join by now
 * @param unused what is drawn and not made, since the pool keeps something else
 */
record Making(Pool pool, Manifest bootstrap, Template template, Set<Template.Ref> unused) {

  static Making of(Pool pool, Manifest bootstrap, Drawn drawn, Rollout rollout) {
    var held = rollout.held().get(pool.name());
    if (held != null) {
      return new Making(pool, bootstrap, held, Set.of());
    }
    var fresh =
        new Template(
            rollout.workersVersion(),
            Template.Ref.of(bootstrap.reference()),
            Template.Ref.of(Objects.requireNonNull(drawn.templates().get(pool.name()))));
    var kept = rollout.kept().get(pool.name());
    // Machines of another kind cannot stand beside the platform's own object for the cluster.
    return kept == null || !kept.machine().kind().equals(fresh.machine().kind())
        ? new Making(pool, bootstrap, fresh, Set.of())
        : new Making(pool, bootstrap, kept, unused(fresh, kept));
  }

  private static Set<Template.Ref> unused(Template fresh, Template kept) {
    var refs = new HashSet<>(Set.of(fresh.bootstrap(), fresh.machine()));
    refs.remove(kept.bootstrap());
    refs.remove(kept.machine());
    return Set.copyOf(refs);
  }

  /** Whether the platform says something else by now. */
  boolean older() {
    return !unused.isEmpty();
  }

  /** Whether that is drawn and not made. */
  boolean leaves(Manifest manifest) {
    return older() && unused.contains(Template.Ref.of(manifest.reference()));
  }
}
