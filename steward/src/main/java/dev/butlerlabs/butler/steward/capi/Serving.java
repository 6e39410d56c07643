package dev.butlerlabs.butler.steward.capi;

import dev.butlerlabs.butler.api.controlplane.StewardControlPlane;
import dev.butlerlabs.butler.api.controlplane.StewardControlPlaneSpec;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneStatus;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.steward.capi.plan.ClusterSecrets;
import dev.butlerlabs.butler.steward.capi.plan.ClusterView;
import dev.butlerlabs.butler.steward.capi.plan.ClusterView.Infrastructure;
import dev.butlerlabs.butler.steward.capi.plan.Milestone;
import dev.butlerlabs.butler.steward.capi.plan.Progress;
import dev.butlerlabs.butler.steward.capi.plan.Step;
import dev.butlerlabs.butler.steward.capi.plan.TenantOrder;
import dev.butlerlabs.butler.steward.net.HostPort;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One run for a control plane that has its Cluster: order the tenant, hand on what it reached. */
final class Serving {

  private static final int HTTPS = 443;
  private static final Duration ASK_AGAIN = Duration.ofSeconds(5);

  private final Clerk clerk;
  private final StewardControlPlane plane;
  private final ClusterView cluster;
  private final Context context;
  private final Map<Milestone, Step> steps = new EnumMap<>(Milestone.class);
  private @Nullable TenantControlPlane tenant;
  private @Nullable Trouble trouble;

  Serving(Clerk clerk, StewardControlPlane plane, ClusterView cluster, Context context) {
    this.clerk = clerk;
    this.plane = plane;
    this.cluster = cluster;
    this.context = context;
  }

  Outcome run() {
    var order = order();
    steps.put(Milestone.TENANT_CONTROL_PLANE_CREATED, order);
    if (order instanceof Step.Done) {
      var endpoint = endpoint();
      steps.put(Milestone.SECRETS_CREATED, handOnSecrets());
      steps.put(
          Milestone.ENDPOINT_PATCHED, endpoint.map(this::tellCluster).orElseGet(this::noAddress));
      endpoint.ifPresent(
          known -> steps.put(Milestone.INFRASTRUCTURE_PATCHED, tellInfrastructure(known)));
    }
    return clerk.tell(new Progress(plane, tenant, steps), next());
  }

  /** All is watched but the platform's object, whose kind nobody knows before. */
  private Outcome next() {
    var hindrance = trouble;
    if (hindrance != null) {
      return hindrance.outcome();
    }
    return endpoint().isPresent()
            && (open(Milestone.ENDPOINT_PATCHED) || open(Milestone.INFRASTRUCTURE_PATCHED))
        ? Outcome.lookAgain(ASK_AGAIN)
        : Outcome.settled();
  }

  private boolean open(Milestone milestone) {
    return steps.get(milestone) instanceof Step.Open;
  }

  private Step order() {
    var pods = plane.getSpec().settings().deployment();
    if (pods != null && pods.externalClusterReference() != null) {
      return Step.open(
          "Unsupported",
          "spec.deployment.externalClusterReference: control planes run in this cluster only",
          "Leave it out");
    }
    var cached = context.cache().find(ControlPlaneReconciler.TENANTS, context.key()).orElse(null);
    if (cached != null && cached.isMarkedForDeletion()) {
      return Step.open(
          "BeingDeleted", "TenantControlPlane %s is being deleted".formatted(context.key()), "");
    }
    return switch (clerk.applier().apply(TenantOrder.of(plane, cluster), cached)) {
      case Answer.Done<TenantControlPlane>(var stored) -> {
        tenant = stored;
        yield Step.done("TenantControlPlane %s is as it is asked for".formatted(context.key()));
      }
      case Answer.Failed<TenantControlPlane>(var why) -> refused(why);
    };
  }

  private Step refused(Trouble why) {
    trouble = why;
    return new Step.Open(new Cause(why.reason(), why.problem().sentence(), "", ""));
  }

  private Optional<HostPort> endpoint() {
    return Optional.ofNullable(tenant)
        .map(TenantControlPlane::getStatus)
        .map(TenantControlPlaneStatus::controlPlaneEndpoint)
        .map(text -> HostPort.of(text, HTTPS));
  }

  /** The tenant knows best why. */
  private Step noAddress() {
    var said =
        Optional.ofNullable(tenant).map(TenantControlPlane::getStatus).stream()
            .flatMap(status -> status.conditions().stream())
            .filter(condition -> condition.status() != Truth.TRUE)
            .findFirst();
    return Step.open(
        said.map(condition -> condition.reason()).orElse("Pending"),
        said.map(condition -> condition.message()).orElse("the control plane has no address yet"),
        "");
  }

  private Step tellCluster(HostPort endpoint) {
    var there = plane.getSpec().controlPlaneEndpoint();
    if (there != null && same(there, endpoint)) {
      return Step.done("Cluster API knows %s".formatted(endpoint));
    }
    var coordinates = Kind.of(StewardControlPlane.class).coordinates();
    return clerk.endpoints().tell(coordinates.group(), coordinates.kind(), context.key(), endpoint);
  }

  private static boolean same(StewardControlPlaneSpec.Endpoint there, HostPort endpoint) {
    return there.host().equals(endpoint.host()) && there.port() == endpoint.port();
  }

  private Step tellInfrastructure(HostPort endpoint) {
    return cluster
        .infrastructure()
        .map(ref -> tellInfrastructure(ref, endpoint))
        .orElseGet(() -> Step.done("the Cluster has no infrastructure to be told"));
  }

  /** What was told once and said so is not told again. */
  private Step tellInfrastructure(Infrastructure ref, HostPort endpoint) {
    var told = "%s knows %s".formatted(ref, endpoint);
    var status = plane.getStatus();
    var before =
        status != null
            && status.conditions().stream()
                .anyMatch(
                    condition ->
                        condition.type().equals(Milestone.INFRASTRUCTURE_PATCHED.wire())
                            && condition.status() == Truth.TRUE
                            && condition.message().equals(told));
    return before
        ? Step.done(told)
        : clerk
            .endpoints()
            .tell(ref.group(), ref.kind(), new ObjectKey(ref.namespace(), ref.name()), endpoint);
  }

  private Step handOnSecrets() {
    var key = ClusterSecrets.key(plane);
    var kubeconfig = text(Part.ADMIN, key);
    var authority = text(Part.CA, "ca.crt");
    if (kubeconfig.isEmpty() || authority.isEmpty()) {
      return Step.open(
          "Pending",
          "Secrets %s (key %s) and %s are not there yet"
              .formatted(
                  Part.ADMIN.secretOf(context.key().name()),
                  key,
                  Part.CA.secretOf(context.key().name())),
          "");
    }
    for (var wanted : ClusterSecrets.of(plane, cluster.name(), kubeconfig.get(), authority.get())) {
      var seen = cached(wanted.getMetadata().getName()).orElse(null);
      if (clerk.applier().apply(wanted, seen) instanceof Answer.Failed<Secret>(var why)) {
        return refused(why);
      }
    }
    return Step.done("Cluster API has kubeconfig and CA of Cluster %s".formatted(cluster.name()));
  }

  private Optional<String> text(Part part, String key) {
    return cached(part.secretOf(context.key().name()))
        .flatMap(secret -> Optional.ofNullable(SecretText.of(secret).get(key)));
  }

  private Optional<Secret> cached(String name) {
    return context
        .cache()
        .find(ControlPlaneReconciler.SECRETS, new ObjectKey(context.key().namespace(), name));
  }
}
