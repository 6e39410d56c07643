package dev.butlerlabs.butler.testkit;

import dev.butlerlabs.butler.testkit.faults.Killed;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** How one life of a process under test ended. */
sealed interface Life {

  /** It said that its work is done. */
  record Finished() implements Life {}

  /** It threw, and would be tried again. */
  record Failed(Throwable why) implements Life {}

  /** It was killed. */
  record Dead() implements Life {}

  /** Neither: it was killed and went on, or never ended. */
  record Wrong(String how) implements Life {}

  /** Plays one life on a thread of its own; a thread that outlives its process is interrupted. */
  static Life play(Story story, RecordingClient process, String namespace, Duration deadline) {
    var end = new CompletableFuture<@Nullable Throwable>();
    var thread =
        Thread.ofVirtual()
            .name("process under test")
            .uncaughtExceptionHandler((_, thrown) -> end.complete(thrown))
            .start(
                () -> {
                  story.live(process, namespace);
                  end.complete(null);
                });
    var _ = process.death().thenRun(thread::interrupt);
    try {
      return judge(process, end.get(deadline.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException | ExecutionException late) {
      var stuck = new StringBuilder("it had not ended after " + deadline + "; it was at");
      for (var frame : thread.getStackTrace()) {
        stuck.append("\n      ").append(frame);
      }
      thread.interrupt();
      return new Wrong(stuck.toString());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a story was played", interrupted);
    }
  }

  private static Life judge(RecordingClient process, @Nullable Throwable thrown) {
    if (process.isDead()) {
      return thrown == null
          ? new Wrong("it was killed and went on as if nothing had happened: who caught Killed?")
          : new Dead();
    }
    if (thrown instanceof Killed) {
      return new Wrong("it threw Killed though its process lives");
    }
    return thrown == null ? new Finished() : new Failed(thrown);
  }
}
