package dev.butlerlabs.butler.teams.admission;

import dev.butlerlabs.butler.api.clusters.Joining;
import dev.butlerlabs.butler.api.clusters.MachineTemplate;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OperatingSystem;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.api.clusters.WorkerPool;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Workers that could never join are not ordered. Whoever makes the cluster tells the same of an
 * order that was stored all the same.
 */
final class Workable {

  private Workable() {}

  /**
   * Why workers of some pool could not join, where that is new.
   *
   * @param before what was asked for; null for nothing
   */
  static List<Problem> judge(Effective wanted, @Nullable Effective before) {
    return wanted.pools().stream()
        .filter(pool -> before == null || before.pools().stream().noneMatch(old -> same(old, pool)))
        .flatMap(pool -> Joining.problem(pool.name(), os(pool)).stream())
        .toList();
  }

  private static boolean same(WorkerPool old, WorkerPool pool) {
    return old.name().equals(pool.name()) && os(old) == os(pool);
  }

  private static OsType os(WorkerPool pool) {
    return Optional.ofNullable(pool.machineTemplate())
        .map(MachineTemplate::os)
        .map(OperatingSystem::type)
        .orElse(OsType.ROCKY);
  }
}
