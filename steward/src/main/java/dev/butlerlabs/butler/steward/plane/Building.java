package dev.butlerlabs.butler.steward.plane;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.steward.plane.plan.Keys;
import dev.butlerlabs.butler.steward.plane.plan.Observation;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import dev.butlerlabs.butler.steward.plane.plan.PlanePlanner;
import dev.butlerlabs.butler.steward.plane.plan.PodTrouble;
import dev.butlerlabs.butler.steward.plane.plan.StoreNames;
import dev.butlerlabs.butler.steward.plane.plan.Words;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One run of building a control plane: look, have keys made, apply, tell. */
final class Building {

  /** The pool of clients asks for growing rests when a tenant stays silent. */
  private static final Duration ASK_TENANT_AGAIN = Duration.ofMillis(500);

  /** What is stored now, and when to come back. */
  record Result(TenantControlPlane stored, Outcome outcome) {}

  private final Tools tools;
  private final TenantControlPlane plane;
  private final Context context;
  private final Storage.Tenancy tenancy;
  private final Map<String, Secret> secrets = new LinkedHashMap<>();
  private Observation seen;
  private @Nullable Trouble trouble;

  /** What came of speaking with the tenant; all that is outside of it was done. */
  private @Nullable Trouble inside;

  Building(Tools tools, TenantControlPlane plane, Context context) {
    this.tools = tools;
    this.plane = plane;
    this.context = context;
    this.tenancy =
        new Storage.Tenancy(
            context.key(),
            plane.getMetadata().getUid(),
            Sight.storeOf(plane).orElse(null),
            StoreNames.of(plane),
            Sight.recordedStore(plane).isPresent(),
            Map.of());
    this.seen = look();
  }

  private Observation look() {
    var cache = context.cache();
    var name = plane.getMetadata().getName();
    remember(Sight.secretsOf(plane, cache));
    var keys = Sight.keys(List.copyOf(secrets.values()));
    var login = Optional.ofNullable(keys.get(Part.DATA_STORE)).map(Keys::data).orElse(Map.of());
    return new Observation(
        plane,
        keys,
        Sight.find(Sight.SERVICES, plane, name, cache).orElse(null),
        Sight.find(Sight.DEPLOYMENTS, plane, name, cache).orElse(null),
        tools.storage().prepare(tenancy.signingIn(login)),
        null,
        null,
        context.now());
  }

  private void remember(List<Secret> found) {
    secrets.clear();
    found.forEach(secret -> secrets.put(secret.getMetadata().getName(), secret));
  }

  Result run() {
    var plan = expose(plan());
    if (!plan.orders().isEmpty()) {
      var making = new KeyMaking(tools, plane, tenancy);
      remember(making.stored());
      seen = making.complete(seen.seeing(Sight.keys(List.copyOf(secrets.values()))));
      plan = plan();
    }
    if (trouble == null) {
      plan.secrets().forEach(secret -> apply(secret, secrets.get(secret.getMetadata().getName())));
      plan.others().forEach(object -> apply(object, cached(object)));
      plan.deployment()
          .ifPresent(wanted -> apply(wanted, seen.deployment()).ifPresent(this::deployed));
      new Debris(tools, plane, context).clear(plan, List.copyOf(secrets.values()));
      plan = askPods(tellTenant(plan()));
    }
    return tell(plan);
  }

  private Plan plan() {
    return PlanePlanner.plan(seen, tools.releases());
  }

  /** The Service first: somebody has to find an address for it. */
  private Plan expose(Plan plan) {
    if (plan.service().isEmpty() || Covers.covers(seen.service(), plan.service().get())) {
      return plan;
    }
    var stored = apply(plan.service().get(), seen.service());
    stored.ifPresent(service -> seen = seen.with(service));
    return stored.isPresent() ? plan() : plan;
  }

  private void deployed(Deployment stored) {
    seen = seen.with(stored);
  }

  private @Nullable HasMetadata cached(HasMetadata wanted) {
    var name = wanted.getMetadata().getName();
    return switch (wanted) {
      case ConfigMap _ -> Sight.find(Sight.CONFIG_MAPS, plane, name, context.cache()).orElse(null);
      case PodDisruptionBudget _ ->
          Sight.find(Sight.BUDGETS, plane, name, context.cache()).orElse(null);
      default -> null;
    };
  }

  /** What is stored afterwards; empty after trouble, and then nothing further is sent. */
  private <T extends HasMetadata> Optional<T> apply(T wanted, @Nullable T stored) {
    if (trouble != null) {
      return Optional.empty();
    }
    if (stored != null && Covers.covers(stored, wanted)) {
      return Optional.of(stored);
    }
    return switch (tools.applier().apply(wanted, stored)) {
      case Answer.Done<T>(var done) -> Optional.of(done);
      case Answer.Failed<T>(var why) -> {
        trouble = why;
        yield Optional.empty();
      }
    };
  }

  private Plan tellTenant(Plan plan) {
    if (plan.basics().isEmpty() || plan.basics().get().written()) {
      return plan;
    }
    var kubeconfig = seen.find(Part.ADMIN).orElseThrow().text(tools.tenantKey());
    var tenant = new Tenant(context.key(), plane.getMetadata().getUid());
    var wanted = plan.basics().get();
    return switch (tools.basics().write(tenant, kubeconfig.getBytes(UTF_8), wanted)) {
      case Answer.Done<Boolean> _ -> {
        seen = seen.with(wanted);
        yield plan();
      }
      case Answer.Failed<Boolean>(var why) -> {
        inside = why;
        yield plan;
      }
    };
  }

  /** Why pods do not come up is asked only when they take long; usually they are quicker. */
  private Plan askPods(Plan plan) {
    if (!plan.slow(plane, context.now())) {
      return plan;
    }
    var attempt = new Attempt("list", "Pod", context.key());
    var pods = Asking.ask(attempt, () -> Sight.storedPods(tools.client(), plane));
    if (pods instanceof Answer.Done<List<Pod>>(var found)) {
      seen = seen.troubled(PodTrouble.in(found).orElse(null));
    }
    return plan();
  }

  private Result tell(Plan planned) {
    var outside = trouble;
    var silence = inside;
    var plan =
        outside != null
            ? planned.hinderedBy(cause(outside))
            : silence == null ? planned : planned.unanswered(unanswered(silence));
    return switch (tools.statuses().write(plane, plan.report(), plan.status())) {
      case Answer.Failed<TenantControlPlane>(var why) -> new Result(plane, why.outcome());
      case Answer.Done<TenantControlPlane>(var stored) -> {
        tellEvents(plan, stored);
        yield new Result(
            stored,
            outside != null
                ? outside.outcome()
                : silence == null ? Outcome.of(plan.report()) : comeBack(silence));
      }
    };
  }

  private static Cause cause(Trouble why) {
    return new Cause(why.reason(), why.problem().sentence(), "it is tried again", "");
  }

  private static Cause unanswered(Trouble why) {
    return new Cause(
        "WaitingForApi",
        "inside the tenant: " + why.problem().subject() + ": " + why.detail(),
        "it is tried again",
        "Check that status.controlPlaneEndpoint leads from the manager to the Service");
  }

  /** A tenant that has just come up may not answer yet; that is no failure. */
  private static Outcome comeBack(Trouble why) {
    return why instanceof Trouble.Unreachable(_, _, var wait)
        ? Outcome.lookAgain(wait.isPositive() ? wait : ASK_TENANT_AGAIN)
        : why.outcome();
  }

  private void tellEvents(Plan plan, TenantControlPlane stored) {
    var before = phase(plane);
    var after = phase(stored);
    if (!Objects.equals(before, after)) {
      var was = before.isEmpty() ? "" : ", was " + before;
      tools.events().tell(stored, PlaneEvent.PHASE_CHANGED, "it is " + after + was);
    }
    plan.report()
        .cause()
        .filter(cause -> cause.reason().endsWith("Refused"))
        .ifPresent(cause -> tools.events().tell(stored, PlaneEvent.REFUSED, cause.sentence()));
  }

  private static String phase(TenantControlPlane plane) {
    return Optional.ofNullable(plane.getStatus())
        .flatMap(status -> Optional.ofNullable(status.kubernetesResources()))
        .flatMap(objects -> Optional.ofNullable(objects.version()))
        .flatMap(version -> Optional.ofNullable(version.status()))
        .map(Words::of)
        .orElse("");
  }
}
