package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.steward.plane.plan.Room;
import dev.butlerlabs.butler.steward.store.DataStores;
import dev.butlerlabs.butler.steward.store.driver.Corner;
import dev.butlerlabs.butler.steward.store.driver.Pass;
import dev.butlerlabs.butler.steward.store.driver.Place;
import dev.butlerlabs.butler.steward.store.driver.Told;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/** The real DataStores: each control plane has a corner of one. */
public final class StoredTenants implements Storage {

  private static final Duration SHORTEST = Duration.ofSeconds(2);

  /** A refusal ends when somebody edits the DataStore, which is watched; this is for the rest. */
  private static final Duration REFUSED = Duration.ofMinutes(5);

  private final DataStores stores;
  private final String usual;

  /**
   * All control planes of this process.
   *
   * @param usual the DataStore of control planes that name none
   */
  public StoredTenants(DataStores stores, String usual) {
    this.stores = stores;
    this.usual = usual;
  }

  @Override
  public Room prepare(Tenancy tenancy) {
    var settled = stores.settle(store(tenancy), corner(tenancy));
    var pass = new Pass(tenancy.login());
    var admitted =
        pass.secret()
            ? settled.then(
                place -> stores.admit(store(tenancy), corner(tenancy), pass).map(_ -> place))
            : settled;
    return switch (admitted) {
      case Told.Done<Place>(var place) ->
          new Room.Ready(
              store(tenancy),
              place.driver(),
              place.endpoints(),
              place.authority(),
              stores.overBudget(store(tenancy), corner(tenancy)));
      case Told.Refused<Place>(var problem) ->
          new Room.Awaited(cause("DataStoreRefused", problem), REFUSED);
      case Told.Unreachable<Place>(var problem, var after) ->
          new Room.Awaited(cause("DataStoreUnreachable", problem), atLeast(after));
    };
  }

  @Override
  public Login login(Tenancy tenancy, Instant now) {
    var asked =
        stores
            .settle(store(tenancy), corner(tenancy))
            .then(_ -> stores.login(store(tenancy), corner(tenancy)).map(Pass::files));
    return switch (asked) {
      case Told.Done<Map<String, String>>(var files) -> new Login.Made(files);
      case Told.Refused<Map<String, String>>(var problem) ->
          new Login.Awaited(cause("DataStoreRefused", problem), REFUSED);
      case Told.Unreachable<Map<String, String>>(var problem, var after) ->
          new Login.Awaited(cause("DataStoreUnreachable", problem), atLeast(after));
    };
  }

  @Override
  public Removal remove(Tenancy tenancy) {
    if (!tenancy.recorded() && stores.absent(store(tenancy))) {
      // A DataStore with tenants is not let go, so this one never had any of ours.
      return new Removal.Done();
    }
    return switch (stores.leave(store(tenancy), corner(tenancy))) {
      case Told.Done<Long> _ -> new Removal.Done();
      case Told.Refused<Long>(var problem) ->
          new Removal.Awaited(cause("DataStoreRefused", problem), REFUSED);
      case Told.Unreachable<Long>(var problem, var after) ->
          new Removal.Awaited(cause("DataStoreUnreachable", problem), atLeast(after));
    };
  }

  private String store(Tenancy tenancy) {
    return Objects.requireNonNullElse(tenancy.dataStore(), usual);
  }

  private static Corner corner(Tenancy tenancy) {
    return new Corner(
        tenancy.plane(), tenancy.uid(), tenancy.names().schema(), tenancy.names().user());
  }

  private static Cause cause(String reason, Problem problem) {
    return new Cause(
        reason,
        problem.subject() + ": " + problem.trouble(),
        "it is tried again",
        sentence(problem.remedy()));
  }

  private static String sentence(String remedy) {
    return remedy.isEmpty() ? "" : Character.toUpperCase(remedy.charAt(0)) + remedy.substring(1);
  }

  private static Duration atLeast(Duration after) {
    return after.compareTo(SHORTEST) < 0 ? SHORTEST : after;
  }
}
