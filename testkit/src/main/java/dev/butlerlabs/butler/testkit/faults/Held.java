package dev.butlerlabs.butler.testkit.faults;

import java.util.concurrent.CompletableFuture;

/** A call that waits for the test to let it go on. */
public final class Held {

  private final Call call;
  private final CompletableFuture<Void> released = new CompletableFuture<>();

  Held(Call call) {
    this.call = call;
  }

  public Call call() {
    return call;
  }

  /** Lets the call go on; a second time does nothing. */
  public void release() {
    released.complete(null);
  }

  CompletableFuture<Void> released() {
    return released;
  }
}
