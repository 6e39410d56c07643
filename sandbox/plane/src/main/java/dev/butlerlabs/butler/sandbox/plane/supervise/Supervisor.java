package dev.butlerlabs.butler.sandbox.plane.supervise;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.home.ProcessLedger;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.plane.supervise.Snapshot.State;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The parent of all components of one home: starts them, starts them again when they die, and stops
 * them youngest first, because later ones lean on earlier ones.
 */
public final class Supervisor implements AutoCloseable {

  private static final Duration LEFTOVER_GRACE = Duration.ofSeconds(5);
  private static final int GIVE_UP_AFTER = 3;

  /** Where distributions keep the programs of util-linux. */
  static final List<Path> PROGRAMS =
      Stream.of("/usr/bin", "/bin", "/usr/local/bin", "/run/current-system/sw/bin")
          .map(Path::of)
          .toList();

  private final Spawner spawner;
  private final ProcessLedger ledger;
  private final BackOff backOff;
  private final InstantSource clock;
  private final Consumer<Snapshot> listener;
  private final List<String> leftovers;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Keeper> keepers = new LinkedHashMap<>();

  private Supervisor(
      Spawner spawner,
      ProcessLedger ledger,
      List<String> leftovers,
      BackOff backOff,
      InstantSource clock,
      Consumer<Snapshot> listener) {
    this.spawner = spawner;
    this.ledger = ledger;
    this.leftovers = List.copyOf(leftovers);
    this.backOff = backOff;
    this.clock = clock;
    this.listener = listener;
  }

  /** Ends what a killed supervisor left behind in this home, then stands ready. */
  public static Supervisor open(Home home, InstantSource clock, Consumer<Snapshot> listener)
      throws InterruptedException {
    return open(home, PROGRAMS, BackOff.STANDARD, clock, listener);
  }

  static Supervisor open(
      Home home,
      List<Path> programs,
      BackOff backOff,
      InstantSource clock,
      Consumer<Snapshot> listener)
      throws InterruptedException {
    var ledger = new ProcessLedger(home.folder("run").resolve("processes"));
    var ended = ledger.endAll(LEFTOVER_GRACE);
    return new Supervisor(new Spawner(programs), ledger, ended, backOff, clock, listener);
  }

  /** What an earlier supervisor had left running and this one ended. */
  public List<String> leftovers() {
    return leftovers;
  }

  /** Whether the kernel ends the children with this JVM; if not, the next start does. */
  public boolean childrenDieWithUs() {
    return spawner.childrenDieWithUs();
  }

  /** Begins to keep the component running and returns at once. */
  public void start(Component component) {
    lock.lock();
    try {
      if (keepers.containsKey(component.name())) {
        throw new IllegalArgumentException(component.name() + " is supervised already");
      }
      var chronicle = new Chronicle(component, clock, this::tell);
      var keeper = new Keeper(component, spawner, ledger, backOff, chronicle);
      keepers.put(component.name(), keeper);
      keeper.start();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the component is ready; refuses, with its cause, once it failed repeatedly. */
  public Snapshot awaitReady(String name, Duration within) throws InterruptedException {
    var left = within.toNanos();
    lock.lock();
    try {
      while (true) {
        var chronicle = require(name).chronicle();
        var seen = chronicle.last();
        if (seen.state() == State.READY) {
          return seen;
        }
        if (left <= 0
            || chronicle.failedStarts() >= GIVE_UP_AFTER
            || seen.state() == State.STOPPED) {
          throw new Refusal(name, "is not ready: " + seen.cause(), "read its log and start again");
        }
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /** All components in the order they were started. */
  public List<Snapshot> snapshots() {
    lock.lock();
    try {
      return keepers.values().stream().map(keeper -> keeper.chronicle().last()).toList();
    } finally {
      lock.unlock();
    }
  }

  /** Stops one component and forgets it; does nothing when there is none of that name. */
  public void stop(String name) throws InterruptedException {
    Keeper keeper;
    lock.lock();
    try {
      keeper = keepers.get(name);
    } finally {
      lock.unlock();
    }
    if (keeper != null) {
      keeper.stop();
      forget(name);
    }
  }

  private void forget(String name) {
    lock.lock();
    try {
      keepers.remove(name);
    } finally {
      lock.unlock();
    }
  }

  /** Stops all components, youngest first, each with its own grace. */
  @Override
  public void close() {
    try {
      for (var snapshot : snapshots().reversed()) {
        stop(snapshot.name());
      }
    } catch (InterruptedException e) {
      // Ending the spawner's thread makes the kernel kill what is left.
      Thread.currentThread().interrupt();
    } finally {
      spawner.close();
    }
  }

  private Keeper require(String name) {
    var keeper = keepers.get(name);
    if (keeper == null) {
      throw new IllegalArgumentException(name + " is not supervised");
    }
    return keeper;
  }

  private void tell(Snapshot snapshot) {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    listener.accept(snapshot);
  }
}
