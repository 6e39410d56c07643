package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.tenants.objects.plan.PoolObjects;
import dev.butlerlabs.butler.tenants.objects.plan.Rollout;
import dev.butlerlabs.butler.tenants.objects.plan.Template;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How far a cluster may be on its way to the wanted version: first the control plane, then, when it
 * really serves that version, the workers pool by pool. Worked out anew each time from what is
 * there, so it goes on after any stop, and goes back while no worker has begun.
 *
 * @param refused why the wanted version is not gone to; null when it is, now or later
 */
public record Upgrade(Rollout rollout, @Nullable Cause refused) {

  private static final Pattern VERSION =
      Pattern.compile("v?(\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4}).*");

  /** The version it is on its way to; the one that was ordered last where this one is refused. */
  String aim(Order order) {
    return refused == null ? order.version() : rollout.planeVersion();
  }

  /** What to do now. */
  public static Upgrade plan(Order order, Live live) {
    var runs = live.seenPlane().map(PlaneView::runs).orElse("");
    if (runs.isEmpty()) {
      var version = live.seenPlane().map(plane -> changing(plane, order)).orElse(order.version());
      return of(version, workers(order, live, version), null);
    }
    var refusal = refusal(runs, order.version());
    if (refusal.isPresent()) {
      var last = live.seenPlane().map(PlaneView::ordered).filter(text -> !text.isEmpty());
      return refused(order, live, runs, last.orElse(runs), refusal.get());
    }
    var behind =
        live.deployments().stream().anyMatch(one -> !one.template().version().equals(runs));
    var plane = behind && !minor(runs).equals(minor(order.version())) ? runs : order.version();
    var serving = live.seenPlane().filter(seen -> seen.serves(order.version())).isPresent();
    return of(plane, workers(order, live, serving ? order.version() : runs), null);
  }

  /**
   * What was ordered last goes on, also while older pods of the control plane are still there. What
   * only comes too early waits for that, and is not refused.
   */
  private static Upgrade refused(Order order, Live live, String runs, String last, Cause refusal) {
    var early = !last.equals(runs) && step(last, order.version()) == 1;
    return of(
        last,
        workers(order, live, runs),
        early
            ? null
            : new Cause(
                refusal.reason(), refusal.what(), "Butler keeps " + last, refusal.youCan()));
  }

  /** While it changes it may go back to where it came from, and not yet further on. */
  private static String changing(PlaneView plane, Order order) {
    var step = step(plane.ordered(), order.version());
    return !plane.initialized() || step == 0 || step == -1 ? order.version() : plane.ordered();
  }

  private static Upgrade of(String plane, Workers workers, @Nullable Cause refused) {
    return new Upgrade(new Rollout(plane, workers.version(), workers.held()), refused);
  }

  private record Workers(String version, Map<String, Template> held) {}

  /** One pool after the other, so that a bad version meets one pool. */
  private static Workers workers(Order order, Live live, String version) {
    var serving = live.seenPlane().map(plane -> plane.serves(version)).orElse(false);
    var held = new HashMap<String, Template>();
    var busy = !serving || order.paused();
    for (var pool : order.pools()) {
      var there = live.deployment(PoolObjects.nameOf(order, pool.name()));
      if (there.isEmpty()) {
        continue;
      }
      if (there.get().template().version().equals(version)) {
        busy = busy || !there.get().rolledOut();
      } else if (busy) {
        held.put(pool.name(), there.get().template());
      } else {
        busy = true;
      }
    }
    return new Workers(version, held);
  }

  private static Optional<Cause> refusal(String runs, String wanted) {
    var step = step(runs, wanted);
    var back = step < 0 || (step == 0 && patch(wanted) < patch(runs));
    if (!back && step <= 1) {
      return Optional.empty();
    }
    var what =
        back
            ? "the cluster runs %s, and %s is older; a cluster does not go back"
            : "the cluster runs %s, and %s skips a minor version";
    return Optional.of(
        new Cause(
            "UpgradeRefused",
            what.formatted(runs, wanted),
            "",
            back
                ? "Set spec.kubernetesVersion to " + runs + " or newer"
                : "Upgrade one minor version at a time"));
  }

  /** By how many minor versions it goes on; nothing where one of them cannot be read. */
  private static int step(String from, String to) {
    return number(from).flatMap(old -> number(to).map(young -> young - old)).orElse(0);
  }

  private static Optional<Integer> number(String version) {
    var match = VERSION.matcher(version);
    return match.matches()
        ? Optional.of(Integer.parseInt(match.group(1)) * 10_000 + Integer.parseInt(match.group(2)))
        : Optional.empty();
  }

  private static int patch(String version) {
    var match = VERSION.matcher(version);
    return match.matches() ? Integer.parseInt(match.group(3)) : 0;
  }

  static String minor(String version) {
    var match = VERSION.matcher(version);
    return match.matches() ? match.group(1) + "." + match.group(2) : version;
  }
}
