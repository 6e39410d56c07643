package dev.butlerlabs.butler.providers.contracttests;

import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * One machine's life as a reconciler would lead it: call, store the memo, come back ten seconds
 * later. The process may be killed after any verb, before the memo is stored.
 */
public final class Life implements AutoCloseable {

  private static final Duration POLL = Duration.ofSeconds(10);
  private static final int MOST_POLLS = 60;

  private final Stage stage;
  private final MachineId id;
  private final List<MachineState> told = new ArrayList<>();
  private Account account;
  private Driver driver;
  private final BooleanSupplier killed;
  private Memo stored = Memo.NONE;

  public Life(Stage stage, MachineId id) {
    this(stage, id, () -> false);
  }

  /**
   * A life in danger.
   *
   * @param killed asked after each verb: the process died in it, so nobody heard its answer
   */
  public Life(Stage stage, MachineId id, BooleanSupplier killed) {
    this.stage = stage;
    this.id = id;
    this.killed = killed;
    this.account = stage.account();
    this.driver = stage.open(account);
  }

  public Driver driver() {
    return driver;
  }

  public MachineId id() {
    return id;
  }

  public Memo memo() {
    return stored;
  }

  /** Every answer so far. */
  public List<MachineState> told() {
    return List.copyOf(told);
  }

  public MachineState observe() {
    return keep(driver.machines().observe(id, stored));
  }

  public MachineState ensure(MachineOrder order) {
    return store(driver.machines().ensure(id, order, stored));
  }

  public MachineState remove() {
    return store(driver.machines().remove(id, stored));
  }

  public void restart() {
    driver.close();
    driver = stage.open(account);
  }

  /** With other credentials from now on. */
  public void as(Account other) {
    account = other;
    restart();
  }

  private MachineState store(MachineState state) {
    keep(state);
    if (killed.getAsBoolean()) {
      restart();
      return new MachineState.Unclear(new Fault.Unavailable("live", "the process was killed"));
    }
    if (state instanceof MachineState.Underway(_, var memo)) {
      stored = memo;
    }
    return state;
  }

  private MachineState keep(MachineState state) {
    told.add(state);
    return state;
  }

  /** Until the machine runs and has an address. */
  public MachineState.Running run(MachineOrder order) {
    var end =
        until(
            () -> ensure(order),
            state ->
                state instanceof MachineState.Running(var machine)
                    && !machine.addresses().isEmpty());
    return (MachineState.Running) end;
  }

  /** Until nothing is left. */
  public void end() {
    until(this::remove, MachineState.Absent.class::isInstance);
  }

  private MachineState until(Verb verb, Predicate<MachineState> done) {
    for (var i = 0; i < MOST_POLLS; i++) {
      var state = verb.call();
      if (done.test(state)) {
        return state;
      }
      pass();
    }
    throw new AssertionError("after " + MOST_POLLS + " polls still " + told.getLast());
  }

  /** The time between two looks. */
  public void pass() {
    stage.time().advance(POLL);
  }

  private interface Verb {
    MachineState call();
  }

  @Override
  public void close() {
    driver.close();
  }
}
