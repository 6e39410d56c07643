package dev.butlerlabs.butler.steward.store;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.tenant.Circuit;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.steward.store.driver.Driver;
import dev.butlerlabs.butler.steward.store.driver.Told;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The ways to all stores, in which no store can hurt another.
 *
 * <p>A store that does not answer is left alone for growing rests, each ended by one probe; its
 * callers hear so at once. A store does a bounded number of things at a time; whoever gets no place
 * soon is sent away.
 */
final class StorePool implements AutoCloseable {

  private static final Duration FOR_A_PLACE = Duration.ofSeconds(2);

  private final Function<Access, Driver> connect;
  private final TenantSettings settings;
  private final InstantSource clock;
  private final Map<String, Line> lines = new ConcurrentHashMap<>();

  StorePool(Function<Access, Driver> connect, TenantSettings settings, InstantSource clock) {
    this.connect = connect;
    this.settings = settings;
    this.clock = clock;
  }

  /** From now on the store of that name is reached so; false when it was before. */
  boolean know(Access access) {
    var before = lines.get(access.store());
    if (before != null && before.access.sameAs(access)) {
      return false;
    }
    var replaced = lines.put(access.store(), new Line(access, connect.apply(access)));
    if (replaced != null) {
      replaced.driver.close();
    }
    return true;
  }

  /** The store of that name is not reached any more. */
  void forget(String store) {
    var line = lines.remove(store);
    if (line != null) {
      line.driver.close();
    }
  }

  /** The way to the store, for work that has its own patience and leaves the circuit alone. */
  Optional<Driver> find(String store) {
    return Optional.ofNullable(lines.get(store)).map(line -> line.driver);
  }

  <R> Told<R> call(String store, Function<Driver, Told<R>> work) {
    var line = lines.get(store);
    if (line == null) {
      return away(store, "nobody knows yet how it is reached; see its conditions", FOR_A_PLACE);
    }
    if (!line.admitted()) {
      var rest = line.circuit().wait(clock.instant());
      return away(store, "it does not answer, or nobody knows yet whether it does", rest);
    }
    try {
      if (!line.places.tryAcquire(FOR_A_PLACE.toMillis(), TimeUnit.MILLISECONDS)) {
        line.change(Line::notProbed);
        return away(store, "it has as much to do as it may have", Duration.ofSeconds(1));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      line.change(Line::notProbed);
      return away(store, "the caller was stopped meanwhile", Duration.ZERO);
    }
    try {
      var told = work.apply(line.driver);
      line.heard(!(told instanceof Told.Unreachable<R>));
      return told;
    } finally {
      line.places.release();
    }
  }

  private static <R> Told<R> away(String store, String why, Duration after) {
    return new Told.Unreachable<>(
        new Problem("DataStore " + store, why, "it is tried again"), after);
  }

  @Override
  public void close() {
    lines.keySet().forEach(this::forget);
  }

  /** The way to one store. */
  private final class Line {
    private final Access access;
    private final Driver driver;
    private final Semaphore places;
    private Circuit circuit;

    Line(Access access, Driver driver) {
      this.access = access;
      this.driver = driver;
      this.places = new Semaphore(settings.concurrent());
      // Nobody knows yet whether it answers: one caller finds out, and no other waits for that.
      this.circuit = new Circuit(0, settings.firstRest(), Instant.MIN, false);
    }

    synchronized Circuit circuit() {
      return circuit;
    }

    synchronized boolean admitted() {
      var admitted = circuit.admits(clock.instant());
      if (admitted) {
        circuit = circuit.admitted();
      }
      return admitted;
    }

    private static Circuit notProbed(Circuit now) {
      return new Circuit(now.failures(), now.rest(), now.until(), false);
    }

    void heard(boolean answered) {
      change(now -> answered ? Circuit.closed() : now.failed(clock.instant(), settings));
    }

    synchronized void change(UnaryOperator<Circuit> next) {
      circuit = next.apply(circuit);
    }
  }
}
