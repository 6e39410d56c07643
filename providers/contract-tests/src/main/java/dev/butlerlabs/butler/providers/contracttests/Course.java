package dev.butlerlabs.butler.providers.contracttests;

import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The life of one balancer or image as a reconciler would lead it: call, store the memo, come back
 * ten seconds later. The process may be killed after any verb, before the memo is stored.
 */
public final class Course implements AutoCloseable {

  private static final Duration POLL = Duration.ofSeconds(10);
  private static final int MOST_POLLS = 300;

  private final Scene scene;
  private final Function<Driver, Verbs> verbs;
  private final BooleanSupplier killed;
  private final List<Told> told = new ArrayList<>();
  private Driver driver;
  private Memo stored = Memo.NONE;

  /** The verbs about one thing. */
  interface Verbs {
    Told observe(Memo memo);

    Told ensure(Memo memo);

    Told remove(Memo memo);
  }

  /**
   * @param killed asked after each verb: the process died in it, so nobody heard its answer
   */
  Course(Scene scene, Function<Driver, Verbs> verbs, BooleanSupplier killed) {
    this.scene = scene;
    this.verbs = verbs;
    this.killed = killed;
    this.driver = scene.open(scene.account());
  }

  /** Every answer so far. */
  public List<Told> told() {
    return List.copyOf(told);
  }

  public Memo memo() {
    return stored;
  }

  public Told observe() {
    var state = verbs.apply(driver).observe(stored);
    told.add(state);
    return state;
  }

  public Told ensure() {
    return store(verbs.apply(driver).ensure(stored));
  }

  public Told remove() {
    return store(verbs.apply(driver).remove(stored));
  }

  private Told store(Told state) {
    told.add(state);
    if (killed.getAsBoolean()) {
      driver.close();
      driver = scene.open(scene.account());
      return new Told.Unclear(new Fault.Unavailable("live", "the process was killed"));
    }
    if (state instanceof Told.Underway(_, var memo)) {
      stored = memo;
    }
    return state;
  }

  /** The next answer but those that say that it is on its way. */
  public Told settled() {
    return until(this::ensure, state -> !(state instanceof Told.Underway));
  }

  /** Until it can be used. */
  public Told.Ready ready() {
    return (Told.Ready) until(this::ensure, Told.Ready.class::isInstance);
  }

  /** Until nothing is left. */
  public void end() {
    until(this::remove, Told.Absent.class::isInstance);
  }

  private Told until(Supplier<Told> verb, Predicate<Told> done) {
    for (var i = 0; i < MOST_POLLS; i++) {
      var state = verb.get();
      if (done.test(state)) {
        return state;
      }
      pass();
    }
    throw new AssertionError("after " + MOST_POLLS + " polls still " + told.getLast());
  }

  /** The time between two looks. */
  public void pass() {
    scene.time().advance(POLL);
  }

  @Override
  public void close() {
    driver.close();
  }
}
