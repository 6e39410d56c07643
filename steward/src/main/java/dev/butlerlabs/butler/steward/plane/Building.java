package dev.butlerlabs.butler.steward.plane;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
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
import dev.butlerlabs.butler.steward.plane.plan.PodTrouble;
import dev.butlerlabs.butler.steward.plane.plan.StoreNames;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.gatewayapi.v1alpha2.TLSRoute;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One run of building a control plane: look, have keys made, apply, tell. */
final class Building {

  /** What is stored now, and when to come back. */
  record Result(TenantControlPlane stored, Outcome outcome) {}

  private final Tools tools;
  private final TenantControlPlane plane;
  private final Context context;
  private final Storage.Tenancy tenancy;
  private final Map<String, Secret> secrets = new LinkedHashMap<>();
  private final Planning planning;
  private @Nullable Trouble trouble;

  /** What came of speaking with the tenant; all that is outside of it was done. */
  private @Nullable Trouble inside;

  /** Whether there is more to be written anew in the tenant. */
  private boolean unfinished;

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
    this.planning = new Planning(tools.releases(), look());
  }

  private Observation look() {
    var cache = context.cache();
    var name = plane.getMetadata().getName();
    remember(Sight.secretsOf(plane, cache));
    var keys = tools.readings().of(List.copyOf(secrets.values()));
    var login = Optional.ofNullable(keys.get(Part.DATA_STORE)).map(Keys::data).orElse(Map.of());
    return new Observation(
        plane,
        keys,
        Sight.find(Sight.SERVICES, plane, name, cache).orElse(null),
        Sight.find(Sight.DEPLOYMENTS, plane, name, cache).orElse(null),
        tools.storage().prepare(tenancy.signingIn(login)),
        null,
        null,
        context.now(),
        new EdgeSight(tools.client(), plane).look(cache),
        GivenSight.look(plane, cache));
  }

  private void remember(List<Secret> found) {
    secrets.clear();
    found.forEach(secret -> secrets.put(secret.getMetadata().getName(), secret));
  }

  Result run() {
    var plan = expose(planning.plan());
    if (!plan.orders().isEmpty()) {
      var making = new KeyMaking(tools, plane, tenancy);
      remember(making.stored());
      planning.sees(planning.seen().seeing(tools.readings().of(List.copyOf(secrets.values()))));
      making.complete(planning);
      plan = planning.plan();
    }
    if (trouble == null) {
      plan.secrets().forEach(secret -> apply(secret, secrets.get(secret.getMetadata().getName())));
      plan.others().forEach(object -> apply(object, cached(object)));
      plan.deployment()
          .ifPresent(
              wanted -> apply(wanted, planning.seen().deployment()).ifPresent(this::deployed));
      new Debris(tools, plane, context).clear(plan, List.copyOf(secrets.values()));
      plan = askPods(rewrite(tellTenant(planning.plan())));
      plan = clear(plan);
    }
    return new Announcement(tools, plane).tell(plan, trouble, inside, unfinished);
  }

  /** The Service first: somebody has to find an address for it. */
  private Plan expose(Plan plan) {
    if (plan.service().isEmpty()
        || Covers.covers(planning.seen().service(), plan.service().get())) {
      return plan;
    }
    var stored = apply(plan.service().get(), planning.seen().service());
    stored.ifPresent(service -> planning.sees(planning.seen().with(service)));
    return stored.isPresent() ? planning.plan() : plan;
  }

  private void deployed(Deployment stored) {
    if (!stored.equals(planning.seen().deployment())) {
      planning.sees(planning.seen().with(stored));
    }
  }

  private @Nullable HasMetadata cached(HasMetadata wanted) {
    var name = wanted.getMetadata().getName();
    return switch (wanted) {
      case ConfigMap _ -> Sight.find(Sight.CONFIG_MAPS, plane, name, context.cache()).orElse(null);
      case PodDisruptionBudget _ ->
          Sight.find(Sight.BUDGETS, plane, name, context.cache()).orElse(null);
      case Ingress _ -> planning.seen().edge().ingress();
      case TLSRoute _ -> planning.seen().edge().route();
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

  private Plan clear(Plan plan) {
    plan.removals().forEach(this::remove);
    return plan.removals().isEmpty() ? plan : planning.plan();
  }

  /** Only what is ours; a removal that fails is tried again with the next change. */
  private void remove(HasMetadata unwanted) {
    var stored =
        unwanted instanceof Secret
            ? secrets.get(unwanted.getMetadata().getName())
            : cached(unwanted);
    if (trouble == null
        && stored != null
        && tools.applier().remove(stored) instanceof Answer.Failed<Boolean>(var why)) {
      trouble = why;
    } else {
      planning.sees(planning.seen().with(planning.seen().edge().without(unwanted)));
    }
  }

  /** Has the tenant store anew what was stored in another way before. */
  private Plan rewrite(Plan plan) {
    if (plan.rewriting().isEmpty() || inside != null) {
      return plan;
    }
    var wanted = plan.rewriting().get();
    switch (tools.rewriting().rewrite(tenant(), kubeconfig(), wanted)) {
      case Answer.Failed<Boolean>(var why) -> inside = why;
      case Answer.Done<Boolean>(var all) when !all -> unfinished = true;
      case Answer.Done<Boolean> _ -> {
        rewritten(wanted);
      }
    }
    return planning.plan();
  }

  /** Only over what is stored now: a key that came meanwhile must not be written over. */
  private void rewritten(Plan.Rewriting wanted) {
    remember(new KeyMaking(tools, plane, tenancy).stored());
    planning.sees(planning.seen().seeing(tools.readings().of(List.copyOf(secrets.values()))));
    if (planning.seen().find(Part.ENCRYPTION).filter(wanted::follows).isPresent()) {
      planning.sees(planning.seen().with(Map.of(Part.ENCRYPTION, wanted.done())));
      planning
          .plan()
          .secrets()
          .forEach(one -> apply(one, secrets.get(one.getMetadata().getName())));
    }
  }

  private Tenant tenant() {
    return new Tenant(context.key(), plane.getMetadata().getUid());
  }

  private byte[] kubeconfig() {
    return planning.seen().find(Part.ADMIN).orElseThrow().text(tools.tenantKey()).getBytes(UTF_8);
  }

  private Plan tellTenant(Plan plan) {
    if (plan.basics().isEmpty()) {
      return plan;
    }
    var wanted = plan.basics().get();
    if (wanted.written()) {
      return limited(plan, wanted);
    }
    return switch (tools.basics().write(tenant(), kubeconfig(), wanted)) {
      case Answer.Done<Boolean> _ -> {
        planning.sees(planning.seen().with(wanted));
        yield planning.plan();
      }
      case Answer.Failed<Boolean>(var why) -> {
        inside = why;
        yield plan;
      }
    };
  }

  private Plan limited(Plan plan, Plan.Basics wanted) {
    if (!wanted.refused().isEmpty()
        && tools.basics().limit(tenant(), kubeconfig(), wanted)
            instanceof Answer.Failed<Boolean>(var why)) {
      inside = why;
    }
    return plan;
  }

  /** Why pods do not come up is asked only when they take long; usually they are quicker. */
  private Plan askPods(Plan plan) {
    if (!plan.slow(plane, context.now())) {
      return plan;
    }
    var attempt = new Attempt("list", "Pod", context.key());
    var pods = Asking.ask(attempt, () -> Sight.storedPods(tools.client(), plane));
    if (pods instanceof Answer.Done<List<Pod>>(var found)) {
      var why = PodTrouble.in(found).orElse(null);
      if (!Objects.equals(why, planning.seen().podTrouble())) {
        planning.sees(planning.seen().troubled(why));
      }
    }
    return planning.plan();
  }
}
