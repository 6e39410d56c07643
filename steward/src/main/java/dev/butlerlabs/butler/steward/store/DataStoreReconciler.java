package dev.butlerlabs.butler.steward.store;

import dev.butlerlabs.butler.api.steward.DataStore;
import dev.butlerlabs.butler.api.steward.DataStoreSpec;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.Cleaner;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.steward.store.driver.Driver;
import dev.butlerlabs.butler.steward.store.driver.Health;
import dev.butlerlabs.butler.steward.store.driver.Told;
import dev.butlerlabs.butler.steward.store.plan.Budget;
import dev.butlerlabs.butler.steward.store.plan.StorePlanner;
import dev.butlerlabs.butler.steward.store.plan.StorePlanner.Found;
import dev.butlerlabs.butler.steward.store.plan.StorePlanner.Observation;
import dev.butlerlabs.butler.steward.store.plan.StorePlanner.Plan;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Looks after DataStores: whether they can be used, by whom they are, and how much each keeps. */
public final class DataStoreReconciler implements Reconciler<DataStore>, Cleaner<DataStore> {

  /** On a DataStore: whoever set it wants it left alone. */
  static final String PAUSED = "steward.butlerlabs.dev/paused";

  private static final String FINALIZER = "steward.butlerlabs.dev/datastore";
  private static final Set<String> FIELDS = Set.of("usedBy", "tenants", "version", "capacity");
  private static final Duration ASK_AGAIN = Duration.ofSeconds(30);

  /** Claims come by the dozen; a store that was well a moment ago is looked at for all at once. */
  private static final Duration BREATH = Duration.ofSeconds(5);

  /** A look that found the store well. */
  private record Look(@Nullable Long generation, Access access, Instant at) {}

  /** What was told, and the version that says it: a long status is not compared with itself. */
  private record Said(@Nullable String version, Plan plan) {}

  private final Map<String, Look> lately = new ConcurrentHashMap<>();
  private final Map<String, Said> said = new ConcurrentHashMap<>();
  private final DataStores stores;
  private final Measurements measurements;
  private final StatusWriter status;

  public DataStoreReconciler(KubernetesClient client, DataStores stores, InstantSource clock) {
    this.stores = stores;
    this.measurements = new Measurements(stores);
    var share =
        new StatusShare(FieldManager.of("steward-store"), FIELDS, StorePlanner.CONDITIONS, true);
    this.status = new StatusWriter(client, share, clock);
  }

  /** DataStores, and of Secrets just those they name. */
  public Watches<DataStore> watches() {
    return Watches.on(DataStore.class)
        .following(
            DataStoreReconciler::secretsOf,
            (changed, _) ->
                stores.naming(
                    new ObjectKey(
                        changed.getMetadata().getNamespace(), changed.getMetadata().getName())));
  }

  private static Collection<Kind<Secret>> secretsOf(DataStore store) {
    return AccessReader.named(store).stream().map(DataStoreReconciler::kind).toList();
  }

  private static Kind<Secret> kind(ObjectKey secret) {
    return Kind.of(Secret.class).in(secret.namespace()).named(secret.name());
  }

  @Override
  public Outcome reconcile(DataStore seen, Context context) {
    // Claims are written all the time; a status made from before them could not be stored.
    var store = stores.saw(seen);
    var annotations = store.getMetadata().getAnnotations();
    if (annotations != null && annotations.containsKey(PAUSED)) {
      return Outcome.settled();
    }
    var access = read(store, context);
    var rest = rest(store, access, context.now());
    if (rest.isPositive()) {
      return Outcome.lookAgain(rest);
    }
    var found = look(store, access);
    if (found instanceof Found.Well && access instanceof Told.Done<Access>(var way)) {
      lately.put(way.store(), new Look(generation(store), way, context.now()));
    } else {
      lately.remove(store.getMetadata().getName());
    }
    var uses =
        found instanceof Found.Well ? measurements.of(store, context.now()) : measurements.none();
    var budget =
        Budget.of(
            Optional.ofNullable(store.getSpec()).map(DataStoreSpec::tenantBudget).orElse(null));
    var plan = StorePlanner.plan(new Observation(found, store.getStatus(), uses, budget));
    return tell(store, plan);
  }

  private static Told<Access> read(DataStore store, Context context) {
    return new AccessReader(store, key -> context.cache().find(kind(key), key)).read();
  }

  /** How long what was found last still counts; not at all once the order or the way changed. */
  private Duration rest(DataStore store, Told<Access> access, Instant now) {
    var last = lately.get(store.getMetadata().getName());
    return last != null
            && access instanceof Told.Done<Access>(var way)
            && way.sameAs(last.access())
            && Objects.equals(generation(store), last.generation())
        ? Duration.between(now, last.at().plus(BREATH))
        : Duration.ZERO;
  }

  private static @Nullable Long generation(DataStore store) {
    return store.getMetadata().getGeneration();
  }

  private Found look(DataStore store, Told<Access> read) {
    var name = store.getMetadata().getName();
    return switch (read) {
      case Told.Done<Access>(var access) -> {
        stores.reach(access);
        yield found(name);
      }
      case Told.Refused<Access>(var problem) -> {
        stores.lose(name);
        yield new Found.Misconfigured(problem);
      }
      case Told.Unreachable<Access>(var problem, _) -> new Found.Silent(problem);
    };
  }

  private Found found(String name) {
    return switch (stores.call(name, Driver::health)) {
      case Told.Done<Health>(var health) -> new Found.Well(health);
      case Told.Refused<Health>(var problem) -> new Found.Refusing(problem);
      case Told.Unreachable<Health>(var problem, _) -> new Found.Silent(problem);
    };
  }

  private Outcome tell(DataStore store, Plan plan) {
    var name = store.getMetadata().getName();
    if (new Said(store.getMetadata().getResourceVersion(), plan).equals(said.get(name))) {
      return Outcome.of(plan.report());
    }
    return switch (status.write(store, plan.report(), plan.fields())) {
      case Answer.Done<DataStore>(var stored) -> {
        stores.saw(stored);
        said.put(name, new Said(stored.getMetadata().getResourceVersion(), plan));
        yield Outcome.of(plan.report());
      }
      case Answer.Failed<DataStore>(var trouble) -> trouble.outcome();
    };
  }

  @Override
  public String finalizer() {
    return FINALIZER;
  }

  /** Held while anybody has data there: without the DataStore nobody could remove it. */
  @Override
  public Cleanup cleanup(DataStore store, Context context) {
    stores.saw(store);
    var reserved = Reservations.of(store);
    if (reserved.isEmpty()) {
      return Cleanup.done();
    }
    var unreachable =
        look(store, read(store, context)) instanceof Found.Misconfigured(var problem)
            ? ", and cannot be removed: " + problem.sentence()
            : "";
    var who = reserved.stream().map(one -> one.controlPlane()).sorted().limit(5).toList();
    var cause =
        new Cause(
            "InUse",
            "%d control plane(s) keep data in the store: %s%s%s"
                .formatted(
                    reserved.size(),
                    String.join(", ", who),
                    reserved.size() > 5 ? ", …" : "",
                    unreachable),
            "the DataStore goes when they are gone",
            "Delete or move them");
    var fields = StorePlanner.asBefore(store.getStatus());
    var verdict = Verdict.no(StorePlanner.READY, cause.reason(), cause.sentence());
    return status.write(store, List.of(verdict), fields)
            instanceof Answer.Failed<DataStore>(var trouble)
        ? Cleanup.unfinished(trouble.outcome())
        : Cleanup.unfinished(Outcome.lookAgain(ASK_AGAIN));
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    lately.remove(key.name());
    said.remove(key.name());
    stores.gone(key.name());
  }
}
