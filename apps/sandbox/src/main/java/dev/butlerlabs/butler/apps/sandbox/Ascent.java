package dev.butlerlabs.butler.apps.sandbox;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.platform.PlatformState;
import dev.butlerlabs.butler.sandbox.platform.PlatformState.Stage;
import dev.butlerlabs.butler.sandbox.platform.StateFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Follows a platform's way up through its state file and shows it. */
record Ascent(Path home, Screen screen) {

  private static final Duration LOOK_EVERY = Duration.ofMillis(50);
  private static final Duration TO_APPEAR = Duration.ofSeconds(30);

  /** Waits until the platform serves or has failed. */
  PlatformState await() {
    var file = new StateFile(home);
    var started = System.nanoTime();
    while (true) {
      var state = file.read();
      state.ifPresent(screen::show);
      if (state.isPresent() && settled(state.get())) {
        screen.finish();
        return state.get();
      }
      var waited = Duration.ofNanos(System.nanoTime() - started);
      if (state.isEmpty() && waited.compareTo(TO_APPEAR) > 0) {
        throw new Refusal(
            home.toString(),
            "the supervisor did not come up within %d s".formatted(TO_APPEAR.toSeconds()),
            "read " + home.resolve("logs/sandbox.log"));
      }
      // Another process writes the file; looking at it is cheaper than a file watcher's set-up.
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  private boolean settled(PlatformState state) {
    return state.stage() == Stage.SERVING
        || state.stage() == Stage.FAILED
        || Home.holder(home).isEmpty();
  }
}
