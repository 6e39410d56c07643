package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.steward.plane.plan.Room;
import dev.butlerlabs.butler.steward.plane.plan.StoreNames;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The DataStores, as far as a control plane needs them.
 *
 * <p>Every call may be repeated, answers within seconds, and reports expected trouble as a value. A
 * store that does not answer concerns only the tenants on it.
 */
public interface Storage {

  /**
   * Whose data is meant.
   *
   * @param dataStore the DataStore it is in or shall go to; absent for the default one
   * @param recorded whether it is known to have been given a place there
   * @param login what it signs in with, as stored; empty before it has any
   */
  record Tenancy(
      ObjectKey plane,
      String uid,
      @Nullable String dataStore,
      StoreNames names,
      boolean recorded,
      Map<String, String> login) {

    public Tenancy {
      login = Map.copyOf(login);
    }

    /** The same with the login that was found stored. */
    Tenancy signingIn(Map<String, String> stored) {
      return new Tenancy(plane, uid, dataStore, names, recorded, stored);
    }

    @Override
    public String toString() {
      return "Tenancy[" + plane + " in " + dataStore + "]";
    }
  }

  /**
   * Makes the tenant's place in its store if it is not there: user, role, prefix; and lets its
   * login in once that is stored. Asked at every run of the reconciler, so repeating it must cost
   * next to nothing.
   */
  Room prepare(Tenancy tenancy);

  /** A client certificate for the tenant's user. */
  Login login(Tenancy tenancy, Instant now);

  /** Deletes the tenant's keys, then its user and role. Done when nothing of it is left. */
  Removal remove(Tenancy tenancy);

  /** What came of asking for a certificate. */
  sealed interface Login {

    /**
     * It was signed.
     *
     * @param files texts by key: {@code ca.crt}, which is {@link Room.Ready#authority}, {@code
     *     server.crt} and {@code server.key}
     */
    record Made(Map<String, String> files) implements Login {
      public Made {
        files = Map.copyOf(files);
      }

      @Override
      public String toString() {
        return "Made" + files.keySet();
      }
    }

    record Awaited(Cause cause, Duration askAgain) implements Login {}
  }

  /** How far a removal got. */
  sealed interface Removal {

    record Done() implements Removal {}

    record Awaited(Cause cause, Duration askAgain) implements Removal {}
  }
}
