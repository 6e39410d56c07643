package dev.butlerlabs.butler.steward.store.plan;

import dev.butlerlabs.butler.api.steward.DataStoreStatus.Reservation;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.steward.store.driver.Corner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What comes of asking for a corner of a store, given what is reserved there. */
public sealed interface Claim {

  /** It is reserved already, just so. */
  record Held() implements Claim {}

  /** Nobody has it; this is the list with it. */
  record Free(List<Reservation> with) implements Claim {
    public Free {
      with = List.copyOf(with);
    }
  }

  /** Somebody else has it, or it may not be had. */
  record Refused(Problem problem) implements Claim {}

  /**
   * Judges by UID, never by name: a namesake that came later is somebody else. Names are compared
   * without their case, because some stores do.
   */
  static Claim of(Corner corner, List<Reservation> reserved) {
    var objection = corner.objection();
    if (objection.isPresent()) {
      return new Refused(objection.get());
    }
    for (var one : reserved) {
      if (one.uid().equals(corner.uid())) {
        return own(corner, one, reserved);
      }
    }
    for (var one : reserved) {
      if (one.schema().equalsIgnoreCase(corner.schema())) {
        return taken(corner, "dataStoreSchema '" + corner.schema() + "'", one);
      }
      if (one.user().equalsIgnoreCase(corner.user())) {
        return taken(corner, "dataStoreUsername '" + corner.user() + "'", one);
      }
    }
    return new Free(with(corner, reserved));
  }

  /** The list without the corner's entry. */
  static List<Reservation> without(String uid, List<Reservation> reserved) {
    return reserved.stream().filter(one -> !one.uid().equals(uid)).toList();
  }

  private static Claim own(Corner corner, Reservation one, List<Reservation> reserved) {
    if (!one.schema().equals(corner.schema()) || !one.user().equals(corner.user())) {
      return new Refused(
          new Problem(
              "TenantControlPlane " + corner.owner(),
              "has its data under schema '%s' and user '%s', and now asks for '%s' and '%s'"
                  .formatted(one.schema(), one.user(), corner.schema(), corner.user()),
              "names of stored data cannot change; set them back"));
    }
    return one.controlPlane().equals(corner.owner().toString())
        ? new Held()
        : new Free(with(corner, without(corner.uid(), reserved)));
  }

  private static Claim taken(Corner corner, String what, Reservation holder) {
    return new Refused(
        new Problem(
            "TenantControlPlane " + corner.owner(),
            what + " belongs to " + holder.controlPlane() + " in this DataStore",
            "choose another name, leave it out to get one of its own, or use another DataStore"));
  }

  private static List<Reservation> with(Corner corner, List<Reservation> reserved) {
    var all = new ArrayList<>(reserved);
    all.add(
        new Reservation(corner.uid(), corner.owner().toString(), corner.schema(), corner.user()));
    all.sort(Comparator.comparing(Reservation::uid));
    return all;
  }
}
