package dev.butlerlabs.butler.steward.plane;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.steward.plane.plan.Observation;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import dev.butlerlabs.butler.steward.plane.plan.PlanePlanner;
import dev.butlerlabs.butler.steward.plane.plan.StoreNames;
import dev.butlerlabs.butler.steward.plane.plan.Words;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
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

  private static final Duration ASK_TENANT_AGAIN = Duration.ofSeconds(2);

  /** What is stored now, and when to come back. */
  record Result(TenantControlPlane stored, Outcome outcome) {}

  private final Tools tools;
  private final TenantControlPlane plane;
  private final Context context;
  private final Storage.Tenancy tenancy;
  private final Map<String, Secret> secrets = new LinkedHashMap<>();
  private Observation seen;
  private @Nullable Trouble trouble;

  Building(Tools tools, TenantControlPlane plane, Context context) {
    this.tools = tools;
    this.plane = plane;
    this.context = context;
    this.tenancy =
        new Storage.Tenancy(
            context.key(),
            plane.getMetadata().getUid(),
            Sight.storeOf(plane).orElse(null),
            StoreNames.of(plane));
    this.seen = look();
  }

  private Observation look() {
    var cache = context.cache();
    var name = plane.getMetadata().getName();
    remember(Sight.secretsOf(plane, cache));
    return new Observation(
        plane,
        Sight.keys(List.copyOf(secrets.values())),
        Sight.find(Sight.SERVICES, plane, name, cache).orElse(null),
        Sight.find(Sight.DEPLOYMENTS, plane, name, cache).orElse(null),
        tools.storage().prepare(tenancy),
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
      plan = tellTenant(plan());
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
        trouble = why;
        yield plan;
      }
    };
  }

  private Result tell(Plan planned) {
    var hindrance = trouble;
    var plan =
        hindrance == null || comesUp(hindrance) ? planned : planned.hinderedBy(cause(hindrance));
    return switch (tools.statuses().write(plane, plan.report(), plan.status())) {
      case Answer.Failed<TenantControlPlane>(var why) -> new Result(plane, why.outcome());
      case Answer.Done<TenantControlPlane>(var stored) -> {
        tellEvents(plan, stored);
        yield new Result(
            stored, hindrance == null ? Outcome.of(plan.report()) : comeBack(hindrance));
      }
    };
  }

  private static Cause cause(Trouble why) {
    return new Cause(why.reason(), why.problem().sentence(), "it is tried again", "");
  }

  /** A tenant that has just come up may not answer yet; that is no failure. */
  private static boolean comesUp(Trouble why) {
    return why instanceof Trouble.Unreachable(var attempt, _, _) && "tenant".equals(attempt.kind());
  }

  private static Outcome comeBack(Trouble why) {
    return comesUp(why) && why instanceof Trouble.Unreachable(_, _, var wait)
        ? Outcome.lookAgain(wait.isPositive() ? wait : ASK_TENANT_AGAIN)
        : why.outcome();
  }

  private void tellEvents(Plan plan, TenantControlPlane stored) {
    var before = phase(plane);
    var after = phase(stored);
    if (!Objects.equals(before, after)) {
      tools.events().tell(stored, PlaneEvent.PHASE_CHANGED, "%s, was %s".formatted(after, before));
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
        .orElse("nothing");
  }
}
