package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.testkit.Await;
import java.util.concurrent.CompletableFuture;

/** Waits on a process that may be killed; then another takes its place, and that is waited on. */
final class Heir {

  private final Site site;
  private final CompletableFuture<?> death;
  private boolean buried;

  /**
   * Of the process that runs at the site.
   *
   * @param death completes when it is killed
   */
  Heir(Site site, CompletableFuture<?> death) {
    this.site = site;
    this.death = death;
  }

  void unlessKilled(Runnable waiting) {
    var through = CompletableFuture.runAsync(waiting, task -> Thread.ofVirtual().start(task));
    Await.untilTrue(
        "it is through, or killed",
        Site.PATIENCE,
        () -> through.isDone() || (death.isDone() && !buried));
    if (death.isDone() && !buried) {
      buried = true;
      site.stop();
      site.open();
    }
    through.join();
  }
}
