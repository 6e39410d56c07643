package dev.butlerlabs.butler.kube.admission;

import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.kube.write.TroubleException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a rule, and makes an answer of whatever comes back, a bug or silence included. */
final class ReviewDesk {

  /** Below the API server's own patience, so that our words reach the user. */
  static final Duration PATIENCE = Duration.ofSeconds(4);

  private static final Logger log = LoggerFactory.getLogger(ReviewDesk.class);

  private final MeterRegistry meters;
  private final Duration patience;

  ReviewDesk(MeterRegistry meters) {
    this(meters, PATIENCE);
  }

  ReviewDesk(MeterRegistry meters, Duration patience) {
    this.meters = meters;
    this.patience = patience;
  }

  <T extends HasMetadata> Reply judge(Admission<T> admission, Review review) {
    var begin = System.nanoTime();
    var reply = exempt(admission, review) ? Reply.allow(List.of()) : ask(admission, review);
    meters
        .timer("butler.admission.review", "admission", admission.name(), "outcome", reply.outcome())
        .record(System.nanoTime() - begin, TimeUnit.NANOSECONDS);
    return reply;
  }

  private static boolean exempt(Admission<?> admission, Review review) {
    if (review.aboutPart()) {
      return true;
    }
    for (var exemption : Exemption.values()) {
      if (exemption.holds(review.request(), admission.heeded())) {
        return true;
      }
    }
    return false;
  }

  private <T extends HasMetadata> Reply ask(Admission<T> admission, Review review) {
    Request<T> request;
    try {
      request = review.as(admission.kind().type());
    } catch (IllegalArgumentException unreadable) {
      log.atWarn().addKeyValue("review", review.uid()).log("unreadable object", unreadable);
      return Reply.unable(
          400,
          "BadRequest",
          "Butler cannot read this %s; check its fields with kubectl explain"
              .formatted(admission.kind().coordinates().kind()));
    }
    var asked = new FutureTask<>(() -> admission.rule().review(request));
    Thread.ofVirtual().name("review-" + review.uid()).start(asked);
    try {
      return switch (asked.get(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        case Ruling.Allowed(var warnings) -> Reply.allow(warnings);
        case Ruling.Denied(var problems) -> Reply.deny(problems);
      };
    } catch (ExecutionException thrown) {
      return thrown.getCause() instanceof TroubleException known
          ? unable(known.trouble())
          : bug(review, thrown);
    } catch (TimeoutException late) {
      asked.cancel(true);
      return Reply.unable(
          504, "Timeout", "Butler could not check this within " + patience + "; try again");
    } catch (InterruptedException stopping) {
      asked.cancel(true);
      Thread.currentThread().interrupt();
      return Reply.unable(503, "ServiceUnavailable", "Butler's manager stops; try again");
    }
  }

  private static Reply unable(Trouble trouble) {
    return Reply.unable(
        503, "ServiceUnavailable", "Butler could not check this: " + trouble.problem().sentence());
  }

  private static Reply bug(Review review, ExecutionException thrown) {
    log.atError().addKeyValue("review", review.uid()).log("a rule failed", thrown.getCause());
    return Reply.unable(
        500,
        "InternalError",
        "Butler could not check this because of a fault of its own; the manager's log tells more"
            + " under review="
            + review.uid());
  }
}
