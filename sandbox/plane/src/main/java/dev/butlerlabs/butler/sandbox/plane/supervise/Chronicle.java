package dev.butlerlabs.butler.sandbox.plane.supervise;

import dev.butlerlabs.butler.sandbox.plane.supervise.Snapshot.State;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Puts the life of one component into words and tells whoever listens. */
final class Chronicle {

  private final Component component;
  private final InstantSource clock;
  private final Consumer<Snapshot> listener;
  private volatile Snapshot last;
  private volatile int failedStarts;
  private int starts;

  Chronicle(Component component, InstantSource clock, Consumer<Snapshot> listener) {
    this.component = component;
    this.clock = clock;
    this.listener = listener;
    this.last =
        new Snapshot(
            component.name(),
            component.address(),
            State.STARTING,
            clock.instant(),
            null,
            0,
            null,
            null,
            "it is about to be started");
  }

  Snapshot last() {
    return last;
  }

  int failedStarts() {
    return failedStarts;
  }

  void starting(long pid) {
    var before = starts++;
    tell(State.STARTING, pid, before, last.lastExit(), null, "it is starting");
  }

  void ready() {
    var took = Duration.between(last.since(), clock.instant());
    failedStarts = 0;
    tell(State.READY, last.pid(), last.restarts(), last.lastExit(), took, "");
  }

  void stopping() {
    tell(State.STOPPING, last.pid(), last.restarts(), last.lastExit(), null, "it is being stopped");
  }

  void couldNotStart(String why) {
    tell(State.BACKING_OFF, null, last.restarts(), last.lastExit(), null, why);
  }

  /** The tail of the log says more than an exit code does. */
  void ended(int exit, @Nullable String trouble) {
    var cause =
        "%s %s%s; see %s"
            .formatted(
                component.name(),
                exit > 128 ? "was ended by signal " + (exit - 128) : "ended with code " + exit,
                trouble == null ? "" : ", " + trouble,
                component.log());
    tell(
        State.BACKING_OFF,
        null,
        last.restarts(),
        exit,
        null,
        cause + LogTail.quote(component.log()));
  }

  void backingOff(int failures, Duration pause) {
    failedStarts = failures;
    tell(
        State.BACKING_OFF,
        null,
        last.restarts(),
        last.lastExit(),
        null,
        "%s. It is started again in %d ms".formatted(last.cause(), pause.toMillis()));
  }

  void stopped() {
    tell(State.STOPPED, null, last.restarts(), last.lastExit(), null, "it was stopped");
  }

  private void tell(
      State state,
      @Nullable Long pid,
      int restarts,
      @Nullable Integer lastExit,
      @Nullable Duration readyAfter,
      String cause) {
    last =
        new Snapshot(
            component.name(),
            component.address(),
            state,
            clock.instant(),
            pid,
            restarts,
            lastExit,
            readyAfter,
            cause);
    listener.accept(last);
  }
}
