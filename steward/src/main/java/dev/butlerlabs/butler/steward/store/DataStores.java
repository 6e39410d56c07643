package dev.butlerlabs.butler.steward.store;

import dev.butlerlabs.butler.api.steward.DataStore;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.steward.store.driver.Corner;
import dev.butlerlabs.butler.steward.store.driver.Driver;
import dev.butlerlabs.butler.steward.store.driver.EtcdDriver;
import dev.butlerlabs.butler.steward.store.driver.Pass;
import dev.butlerlabs.butler.steward.store.driver.Place;
import dev.butlerlabs.butler.steward.store.driver.PostgresDriver;
import dev.butlerlabs.butler.steward.store.driver.Told;
import dev.butlerlabs.butler.steward.store.etcd.EtcdClient;
import dev.butlerlabs.butler.steward.store.plan.Budget;
import dev.butlerlabs.butler.steward.store.postgres.PostgresClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * All DataStores of the cluster, as control planes need them: a corner for each tenant, a login for
 * it, and its end.
 *
 * <p>What is known of them comes from their reconciler; before it has looked at a store, the store
 * counts as unreachable. Every call may be repeated; {@link #settle} costs no call while nothing
 * changed and it was looked at lately.
 */
public final class DataStores implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(8);
  private static final Duration BELIEVED = Duration.ofMinutes(10);

  /** A corner that was found as it should be. */
  private record Settled(Corner corner, Place place, Instant when) {}

  /** A login that was let in. */
  private record Admitted(Pass pass, Instant when) {}

  private final KubernetesClient client;
  private final StoreSight sight = new StoreSight();
  private final Reservations reservations;
  private final StorePool pool;
  private final InstantSource clock;
  private final Map<String, Settled> settled = new ConcurrentHashMap<>();
  private final Map<String, Admitted> admitted = new ConcurrentHashMap<>();
  private final Trigger news = new Trigger();

  public DataStores(KubernetesClient client, InstantSource clock, SecureRandom random) {
    this(client, clock, access -> connect(access, random));
  }

  DataStores(KubernetesClient client, InstantSource clock, Function<Access, Driver> connect) {
    this.client = client;
    this.reservations = new Reservations(client, sight);
    this.pool = new StorePool(connect, TenantSettings.usual("butler-steward"), clock);
    this.clock = clock;
  }

  private static Driver connect(Access access, SecureRandom random) {
    return switch (access) {
      case Access.Etcd etcd ->
          new EtcdDriver(
              new EtcdDriver.Settings(
                  etcd.store(), etcd.endpoints(), etcd.authority(), etcd.root(), PATIENCE),
              random);
      case Access.Postgres postgres ->
          new PostgresDriver(
              postgres.store(),
              new PostgresClient.Settings(
                  postgres.endpoints(),
                  postgres.user(),
                  postgres.password(),
                  postgres.authorities(),
                  postgres.self(),
                  PATIENCE),
              random);
    };
  }

  /** Reserves the corner's names, then makes the corner or finds it as it should be. */
  public Told<Place> settle(String store, Corner corner) {
    var key = store + "/" + corner.uid();
    var last = settled.get(key);
    if (last != null
        && last.corner().equals(corner)
        && clock.instant().isBefore(last.when().plus(BELIEVED))) {
      return Told.done(last.place());
    }
    return reservations
        .claim(store, corner)
        .then(_ -> pool.call(store, driver -> driver.ensure(corner)))
        .map(
            place -> {
              settled.put(key, new Settled(corner, place, clock.instant()));
              return place;
            });
  }

  /** A new login for the corner's user; it opens nothing until the corner is settled. */
  public Told<Pass> login(String store, Corner corner) {
    return pool.call(store, driver -> driver.login(corner, clock.instant()));
  }

  /** Lets whoever has the login in; costs no call while nothing changed and it was done lately. */
  public Told<Boolean> admit(String store, Corner corner, Pass pass) {
    var key = store + "/" + corner.uid();
    var last = admitted.get(key);
    if (last != null
        && last.pass().equals(pass)
        && clock.instant().isBefore(last.when().plus(BELIEVED))) {
      return Told.done(true);
    }
    return pool.call(store, driver -> driver.admit(corner, pass))
        .map(
            done -> {
              admitted.put(key, new Admitted(pass, clock.instant()));
              return done;
            });
  }

  /** Whether the tenant was found to keep more than it may; then its writes are to be limited. */
  public boolean overBudget(String store, Corner corner) {
    return sight
        .find(store)
        .filter(found -> Budget.exceeded(found.getStatus(), corner.uid()))
        .isPresent();
  }

  /**
   * Removes user, rights and data, and gives the names back once nothing is left. Nothing of the
   * tenant may run any more.
   *
   * @return how many keys were removed by this call
   */
  public Told<Long> leave(String store, Corner corner) {
    settled.remove(store + "/" + corner.uid());
    admitted.remove(store + "/" + corner.uid());
    return sight
        .known(store)
        .then(
            found ->
                reservations
                    .holds(found, corner)
                    .then(
                        // Data under names that are not the tenant's is somebody else's.
                        own ->
                            own
                                ? pool.call(store, driver -> driver.remove(corner))
                                    .then(
                                        count ->
                                            reservations.release(found, corner).map(_ -> count))
                                : Told.done(0L)));
  }

  /** Gives the names back and leaves the data behind, for an administrator to remove. */
  public Told<Boolean> abandon(String store, Corner corner) {
    settled.remove(store + "/" + corner.uid());
    return sight.known(store).then(found -> reservations.release(found, corner));
  }

  /** Whether there is no DataStore of that name, by what is stored now; false when unknown. */
  public boolean absent(String store) {
    var attempt = new Attempt("get", "DataStore", ObjectKey.cluster(store));
    var found =
        Asking.ask(
            attempt,
            () -> Optional.ofNullable(client.resources(DataStore.class).withName(store).get()));
    return found instanceof Answer.Done<Optional<DataStore>>(var stored) && stored.isEmpty();
  }

  /** The etcd of that name, as its administrator, for work that takes long; not to be closed. */
  public Told<EtcdClient> etcd(String store) {
    return switch (pool.find(store).orElse(null)) {
      case EtcdDriver etcd -> Told.done(etcd.client());
      case null ->
          new Told.Unreachable<>(
              new Problem(
                  "DataStore " + store, "nobody knows yet how it is reached", "see its conditions"),
              Duration.ofSeconds(2));
      default ->
          Told.refused(
              "DataStore " + store,
              "only of an etcd single tenants can be saved and restored",
              "use the database's own backup");
    };
  }

  /** One piece of work at a store, within the same limits as all other. */
  public <R> Told<R> call(String store, Function<Driver, Told<R>> work) {
    return pool.call(store, work);
  }

  /** Fired for every tenant of a store that is reached in another way than before. */
  public Trigger news() {
    return news;
  }

  /** For the reconciler: the store was seen so; answers the newest that anybody saw. */
  DataStore saw(DataStore store) {
    return sight.saw(store);
  }

  /** Which of the stores that were seen name the Secret. */
  List<ObjectKey> naming(ObjectKey secret) {
    return sight.naming(secret);
  }

  void reach(Access access) {
    if (pool.know(access)) {
      settled.keySet().removeIf(key -> key.startsWith(access.store() + "/"));
      admitted.keySet().removeIf(key -> key.startsWith(access.store() + "/"));
      sight.find(access.store()).map(Reservations::of).stream()
          .flatMap(List::stream)
          .map(one -> one.controlPlane().split("/", 2))
          .filter(words -> words.length == 2)
          .forEach(words -> news.fire(new ObjectKey(words[0], words[1])));
    }
  }

  void lose(String store) {
    pool.forget(store);
  }

  void gone(String store) {
    sight.gone(store);
    pool.forget(store);
  }

  @Override
  public void close() {
    pool.close();
  }
}
