package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.steward.plane.plan.Fact;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import dev.butlerlabs.butler.steward.plane.plan.Tunnel;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** What was made for an add-on that is not wanted any more, and goes when no pod mounts it. */
final class Debris {

  private final Tools tools;
  private final TenantControlPlane plane;
  private final Context context;

  Debris(Tools tools, TenantControlPlane plane, Context context) {
    this.tools = tools;
    this.plane = plane;
    this.context = context;
  }

  /** Tried again with the next look when it does not work: nobody needs it gone. */
  void clear(Plan plan, List<Secret> secrets) {
    if (plan.deployment().isEmpty() || !rolledOut(plan)) {
      return;
    }
    var wanted =
        Stream.concat(plan.secrets().stream(), plan.others().stream())
            .map(object -> object.getMetadata().getName())
            .toList();
    var map = Tunnel.configMapOf(plane.getMetadata().getName());
    Stream.concat(
            secrets.stream().filter(Debris::ofAnAddOn),
            Sight.find(Sight.CONFIG_MAPS, plane, map, context.cache()).stream())
        .filter(object -> !wanted.contains(object.getMetadata().getName()))
        .forEach(tools.applier()::remove);
  }

  private static boolean ofAnAddOn(Secret secret) {
    return Part.find(label(secret))
        .filter(part -> Tunnel.part(part) || part == Part.TCP_PROXY)
        .isPresent();
  }

  private static String label(HasMetadata object) {
    var labels =
        Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.<String, String>of());
    return labels.getOrDefault(Marks.COMPONENT, "");
  }

  private static boolean rolledOut(Plan plan) {
    return plan.report().verdicts().stream()
        .anyMatch(one -> one.type().equals(Fact.ROLLED_OUT.wire()) && one.status() == Truth.TRUE);
  }
}
