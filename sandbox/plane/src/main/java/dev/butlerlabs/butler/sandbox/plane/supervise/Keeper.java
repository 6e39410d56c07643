package dev.butlerlabs.butler.sandbox.plane.supervise;

import dev.butlerlabs.butler.sandbox.plane.home.ProcessIdentity;
import dev.butlerlabs.butler.sandbox.plane.home.ProcessLedger;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Keeps one component running, on a virtual thread of its own, until told to stop. */
final class Keeper {

  /** The only polling in the house: a program that is starting gives no other signal. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private final Component component;
  private final Spawner spawner;
  private final ProcessLedger ledger;
  private final BackOff backOff;
  private final Chronicle chronicle;
  private final CompletableFuture<Void> stopAsked = new CompletableFuture<>();
  private final CountDownLatch ended = new CountDownLatch(1);

  Keeper(
      Component component,
      Spawner spawner,
      ProcessLedger ledger,
      BackOff backOff,
      Chronicle chronicle) {
    this.component = component;
    this.spawner = spawner;
    this.ledger = ledger;
    this.backOff = backOff;
    this.chronicle = chronicle;
  }

  Component component() {
    return component;
  }

  Chronicle chronicle() {
    return chronicle;
  }

  void start() {
    Thread.ofVirtual().name("keeper-" + component.name()).start(this::keep);
  }

  /** Asks the component to stop and returns when its process is gone. */
  void stop() throws InterruptedException {
    stopAsked.complete(null);
    ended.await();
  }

  private void keep() {
    try {
      var failedStarts = 0;
      while (!stopping(Duration.ZERO)) {
        failedStarts = liveOnce() ? 0 : failedStarts + 1;
        if (stopping(Duration.ZERO)) {
          break;
        }
        var pause = backOff.after(failedStarts);
        chronicle.backingOff(failedStarts, pause);
        if (stopping(pause)) {
          break;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      chronicle.stopped();
      ended.countDown();
    }
  }

  private boolean stopping(Duration within) throws InterruptedException {
    try {
      stopAsked.get(within.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("The stop signal of " + component.name() + " failed", e);
    }
  }

  /** From start to end of one process; true when it had become ready. */
  private boolean liveOnce() throws InterruptedException {
    Process process;
    try {
      process = spawner.spawn(component.launch().get(), component.log());
    } catch (Refusal refusal) {
      chronicle.couldNotStart(refusal.problem().sentence());
      return false;
    }
    try {
      ProcessIdentity.of(process.pid())
          .ifPresent(identity -> ledger.add(component.name(), identity));
    } catch (Refusal refusal) {
      // What cannot be recorded cannot be cleaned up later, so it must not run.
      process.destroyForcibly().waitFor();
      chronicle.couldNotStart(refusal.problem().sentence());
      return false;
    }
    chronicle.starting(process.pid());
    try {
      var trouble = untilReady(process);
      if (trouble == null) {
        chronicle.ready();
        untilEndedOrStopped(process);
      }
      var exit = end(process);
      chronicle.ended(exit, trouble);
      return trouble == null;
    } finally {
      ledger.remove(component.name());
    }
  }

  /** Null when ready; else why it never was. */
  private @Nullable String untilReady(Process process) throws InterruptedException {
    var deadline = System.nanoTime() + component.readyWithin().toNanos();
    var missing = "it has not answered yet";
    while (process.isAlive()) {
      missing = look();
      if (missing.isEmpty()) {
        return null;
      }
      if (System.nanoTime() - deadline > 0) {
        return "it was not ready within %d s: %s"
            .formatted(component.readyWithin().toSeconds(), missing);
      }
      if (stopping(LOOK_EVERY)) {
        return "it was stopped before it was ready";
      }
    }
    return "it ended before it was ready";
  }

  private void untilEndedOrStopped(Process process) throws InterruptedException {
    try {
      CompletableFuture.anyOf(process.onExit(), stopAsked).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("Waiting for " + component.name() + " failed", e);
    }
  }

  private String look() throws InterruptedException {
    try {
      return component.check().missing().orElse("");
    } catch (IOException e) {
      return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
  }

  private int end(Process process) throws InterruptedException {
    if (process.isAlive()) {
      chronicle.stopping();
      process.destroy();
      if (!process.waitFor(component.grace().toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    }
    return process.waitFor();
  }
}
