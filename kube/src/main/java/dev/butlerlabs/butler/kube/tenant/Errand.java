package dev.butlerlabs.butler.kube.tenant;

import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.slf4j.MDC;

/**
 * One piece of work at a tenant, on a thread of its own. The caller waits until the deadline; the
 * place is given back when the work has really ended.
 */
final class Errand<R> {

  private final Attempt attempt;
  private final Line.Place place;
  private final Timeline timeline;
  private final Duration deadline;
  private final PoolMetrics metrics;
  private final CompletableFuture<Answer<R>> result = new CompletableFuture<>();

  Errand(
      Attempt attempt,
      Line.Place place,
      Timeline timeline,
      Duration deadline,
      PoolMetrics metrics) {
    this.attempt = attempt;
    this.place = place;
    this.timeline = timeline;
    this.deadline = deadline;
    this.metrics = metrics;
  }

  Answer<R> run(Function<KubernetesClient, Answer<R>> work) {
    var begin = timeline.instant();
    var context = MDC.getCopyOfContextMap();
    var worker =
        Thread.ofVirtual()
            .name("tenant-" + attempt.key())
            .start(
                () -> {
                  MDC.setContextMap(context == null ? Map.of() : context);
                  perform(work);
                });
    var alarm =
        timeline.at(
            begin.plus(deadline),
            () -> {
              result.complete(late());
              worker.interrupt();
            });
    try {
      return result.get();
    } catch (InterruptedException interrupted) {
      worker.interrupt();
      Thread.currentThread().interrupt();
      return Answer.failed(
          new Trouble.Unreachable(attempt, "the caller was stopped meanwhile", Duration.ZERO));
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof RuntimeException bug
          ? bug
          : new IllegalStateException("the work at " + attempt.key() + " failed", failed);
    } finally {
      alarm.cancel();
      metrics.took(Duration.between(begin, timeline.instant()));
    }
  }

  private void perform(Function<KubernetesClient, Answer<R>> work) {
    try {
      var answer = Asking.ask(attempt, () -> work.apply(place.client())).then(inner -> inner);
      settle(answer);
      result.complete(answer);
    } catch (RuntimeException | Error bug) {
      place.answered();
      result.completeExceptionally(bug);
    }
  }

  /** Whether the tenant answered in time is what counts, not what it said. */
  private void settle(Answer<R> answer) {
    var silent =
        (answer instanceof Answer.Failed<R>(Trouble.Unreachable why) && !why.full())
            || result.isDone();
    metrics.ended(!silent);
    if (silent) {
      place.silent(timeline.instant());
    } else {
      place.answered();
    }
  }

  private Answer<R> late() {
    return Answer.failed(
        new Trouble.Unreachable(attempt, "no end within " + deadline, Duration.ZERO));
  }
}
