package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.Helm;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The real Helm in a process that dies at one call: nothing comes back from it, and whoever asked
 * is gone.
 */
final class DyingHelm {

  private final Helm real;
  private final int at;
  private final boolean after;
  private final AtomicInteger calls = new AtomicInteger();
  private final CompletableFuture<Boolean> dead = new CompletableFuture<>();

  /**
   * Dies once.
   *
   * @param at which call, counted from one
   * @param after whether the call is still made
   */
  DyingHelm(Helm real, int at, boolean after) {
    this.real = real;
    this.at = at;
    this.after = after;
  }

  Helm helm() {
    return (Helm)
        Proxy.newProxyInstance(
            Helm.class.getClassLoader(),
            new Class<?>[] {Helm.class},
            (_, method, arguments) -> {
              var mine = calls.incrementAndGet() == at;
              if (mine && !after) {
                die();
              }
              try {
                var answer = method.invoke(real, arguments);
                if (mine) {
                  die();
                }
                return answer;
              } catch (InvocationTargetException thrown) {
                throw Objects.requireNonNull(thrown.getCause());
              }
            });
  }

  /** Ends when the process is stopped. */
  private void die() throws InterruptedException {
    dead.complete(true);
    new CountDownLatch(1).await();
  }

  int calls() {
    return calls.get();
  }

  /** Completes when the process dies. */
  CompletableFuture<Boolean> death() {
    return dead;
  }
}
