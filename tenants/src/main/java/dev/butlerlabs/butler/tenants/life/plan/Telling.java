package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.providers.spi.infrastructure.Gap;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder.Endpoint;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is told of one cluster at one look. */
record Telling(
    Observation seen, LifePlan plan, @Nullable Cause trouble, Before before, Instant now) {

  LifeReport report() {
    var parts = new ArrayList<>(List.of(infrastructure(), plane()));
    workers()
        .map(all -> seen.clusterApi() ? all.verdict() : Workers.unseen())
        .ifPresent(parts::add);
    var cause = cause(parts);
    var phase = phase(cause);
    var verdicts = new ArrayList<>(parts);
    verdicts.add(
        cause
            .map(why -> Verdict.no(LifeReport.READY, why.reason(), why.sentence()))
            .orElseGet(() -> Verdict.yes(LifeReport.READY, "Ready", "")));
    verdicts.add(degraded(cause));
    return new LifeReport(verdicts, fields(phase, cause));
  }

  private Optional<Order> order() {
    return Optional.ofNullable(
        switch (plan) {
          case LifePlan.Make make -> make.order();
          case LifePlan.Hold hold -> hold.order();
        });
  }

  private Optional<Workers> workers() {
    return order().map(order -> Workers.of(order, seen.live()));
  }

  private Verdict infrastructure() {
    if (seen.live().cluster() == null && seen.live().begun() && !seen.clusterApi()) {
      return Verdict.unknown(
          LifeReport.INFRASTRUCTURE, "ClusterApiMissing", "Cluster API does not answer");
    }
    if (seen.live().cluster() == null) {
      return Verdict.no(
          LifeReport.INFRASTRUCTURE, "InfrastructureProvisioning", "nothing is made yet");
    }
    var told =
        Said.as(
            LifeReport.INFRASTRUCTURE, seen.live().cluster().conditions(), "InfrastructureReady");
    var gaps = gaps();
    return told.map(
            said ->
                said.status() == Truth.TRUE
                    ? Verdict.yes(LifeReport.INFRASTRUCTURE, "InfrastructureReady", gaps)
                    : said)
        .orElseGet(
            () ->
                Verdict.unknown(
                    LifeReport.INFRASTRUCTURE,
                    "NotTold",
                    "Cluster API has told nothing about it yet"));
  }

  private String gaps() {
    return plan instanceof LifePlan.Make make
        ? make.gaps().stream()
            .map(Gap::problem)
            .map(problem -> problem.sentence())
            .collect(Collectors.joining("; "))
        : "";
  }

  private Verdict plane() {
    if (seen.live().plane() == null) {
      return Verdict.no(LifeReport.PLANE, "ControlPlaneProvisioning", "nothing is made yet");
    }
    return Said.as(LifeReport.PLANE, seen.live().plane().conditions(), "Ready")
        .map(
            said ->
                said.status() == Truth.TRUE
                    ? Verdict.yes(LifeReport.PLANE, "ControlPlaneReady", said.message())
                    : said)
        .orElseGet(
            () ->
                Verdict.unknown(
                    LifeReport.PLANE, "NotTold", "the control plane has told nothing about it"));
  }

  /** The first thing that is not true. What holds the plan up comes first while nothing runs. */
  private Optional<Cause> cause(List<Verdict> parts) {
    var held = plan instanceof LifePlan.Hold hold ? Optional.of(hold.cause()) : none();
    var unmet =
        parts.stream()
            .filter(part -> part.status() != Truth.TRUE)
            .findFirst()
            .map(part -> new Cause(part.reason(), part.message(), "Butler waits for it", ""));
    var addons =
        seen.conditions()
            .find(LifeReport.ADDONS)
            .filter(said -> said.status() != Truth.TRUE)
            .map(said -> new Cause(said.reason(), said.message(), "", ""));
    var tried = Optional.ofNullable(trouble);
    // A cluster that runs is ready although nothing can be changed about it for now.
    return seen.live().begun() && unmet.isEmpty() && addons.isEmpty()
        ? none()
        : Stream.of(held, tried, unmet, addons).flatMap(Optional::stream).findFirst();
  }

  private static Optional<Cause> none() {
    return Optional.empty();
  }

  /** Not as it should be, though it was in use: something is missing, or cannot be changed. */
  private Verdict degraded(Optional<Cause> cause) {
    var remark = plan instanceof LifePlan.Make make ? Optional.ofNullable(make.remark()) : none();
    var held = plan instanceof LifePlan.Hold hold ? Optional.of(hold.cause()) : none();
    var why =
        Stream.of(before.used() ? cause : none(), seen.live().begun() ? held : none(), remark)
            .flatMap(Optional::stream)
            .findFirst()
            .or(() -> seen.live().begun() ? Optional.ofNullable(trouble) : none());
    return why.map(one -> Verdict.yes(LifeReport.DEGRADED, one.reason(), one.sentence()))
        .orElseGet(() -> Verdict.no(LifeReport.DEGRADED, "AsOrdered", ""));
  }

  private Phase phase(Optional<Cause> cause) {
    if (plan instanceof LifePlan.Hold(_, _, var forGood) && !seen.live().begun()) {
      return forGood ? Phase.FAILED : Phase.PENDING;
    }
    if (cause.isEmpty()) {
      return rolling() ? Phase.UPDATING : Phase.READY;
    }
    if (before.used() && rolling()) {
      return Phase.UPDATING;
    }
    var addons =
        seen.conditions().find(LifeReport.ADDONS).map(Condition::status).orElse(Truth.TRUE);
    var rest = List.of(infrastructure(), plane());
    return addons != Truth.TRUE
            && rest.stream().allMatch(part -> part.status() == Truth.TRUE)
            && workers().stream().allMatch(all -> all.verdict().status() == Truth.TRUE)
        ? Phase.INSTALLING
        : Phase.PROVISIONING;
  }

  /** Something of another version or template is still there. */
  private boolean rolling() {
    return plan instanceof LifePlan.Make make
        && (seen.live().seenPlane().stream()
                .anyMatch(plane -> !plane.serves(make.order().version()))
            || seen.live().deployments().stream()
                .anyMatch(one -> !make.objects().wants(one.name(), one.template()))
            || seen.live().deployments().stream().anyMatch(one -> !one.rolledOut()));
  }

  private Map<String, Object> fields(Phase phase, Optional<Cause> cause) {
    var plane = seen.live().seenPlane();
    var fields = new LinkedHashMap<String, Object>();
    fields.put("phase", phase);
    fields.put("lastTransitionTime", before.since(phase, now));
    cause.ifPresent(why -> fields.put("cause", before.since(why, now)));
    if (seen.place().seen().isPresent()) {
      fields.put("tenantNamespace", seen.place().name());
    }
    plane
        .map(PlaneView::endpoint)
        .ifPresent(endpoint -> fields.put("controlPlaneEndpoint", text(endpoint)));
    plane
        .map(PlaneView::kubeconfig)
        .filter(name -> !name.isEmpty())
        .ifPresent(name -> fields.put("kubeconfigSecretRef", new LocalRef(name)));
    fields.put("workerNodesReady", workers().map(Workers::ready).orElse(0));
    fields.put("workerNodesDesired", workers().map(Workers::wanted).orElse(0));
    fields.put("observedState", observed());
    return fields;
  }

  private Map<String, Object> observed() {
    var observed = new LinkedHashMap<String, Object>();
    seen.live()
        .seenPlane()
        .map(PlaneView::runs)
        .filter(version -> !version.isEmpty())
        .ifPresent(version -> observed.put("kubernetesVersion", version));
    workers()
        .ifPresent(
            all -> {
              observed.put("workers", all.observed());
              observed.put("workerPools", all.observedPools());
            });
    return observed;
  }

  private static String text(Endpoint endpoint) {
    var host = endpoint.host().contains(":") ? "[" + endpoint.host() + "]" : endpoint.host();
    return host + ":" + endpoint.port();
  }
}
