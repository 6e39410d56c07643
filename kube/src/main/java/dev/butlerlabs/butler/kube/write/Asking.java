package dev.butlerlabs.butler.kube.write;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.ResourceNotFoundException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The one place where the client library's exceptions become {@link Trouble}. */
public final class Asking {

  private static final String HIDDEN = "(not shown: the message could quote the Secret)";

  private static final String CLOSED = "Client already closed";

  private static final String NO_SUCH_KIND = "Could not find a registered handler for item";

  private Asking() {}

  /** Asks; what the API server refuses, and silence, come back as trouble. */
  public static <T> Answer<T> ask(Attempt attempt, Supplier<T> question) {
    try {
      return Answer.done(question.get());
    } catch (KubernetesClientException refusal) {
      return Answer.failed(trouble(attempt, refusal));
    } catch (ResourceNotFoundException wrapped) {
      // Thrown by require() for every refusal, not only for what is not there.
      if (wrapped.getCause() instanceof KubernetesClientException refusal) {
        return Answer.failed(trouble(attempt, refusal));
      }
      throw wrapped;
    } catch (IllegalStateException ended) {
      // Whoever ends closes the client while others are still about to ask.
      if (CLOSED.equals(ended.getMessage())) {
        return Answer.failed(
            new Trouble.Unreachable(attempt, "the client is closed", Duration.ZERO));
      }
      throw ended;
    }
  }

  /** What the exception means for the caller. */
  public static Trouble trouble(Attempt attempt, KubernetesClientException refusal) {
    var status = Optional.ofNullable(refusal.getStatus());
    var said = said(attempt, status, refusal);
    return switch (refusal.getCode()) {
      case 400, 413, 415, 422 -> new Trouble.Invalid(attempt, field(status), said);
      case 401 -> new Trouble.Forbidden(attempt, said);
      case 403 ->
          ending(status) ? new Trouble.Ending(attempt, said) : new Trouble.Forbidden(attempt, said);
      case 404, 405 ->
          namesObject(status)
              ? new Trouble.NotFound(attempt, said)
              : new Trouble.NotServed(attempt, said);
      case 409, 410, 412 -> new Trouble.Conflict(attempt, said);
      default ->
          unknown(refusal)
              ? new Trouble.NotServed(attempt, "the API server serves no such kind")
              : new Trouble.Unreachable(attempt, said, retryAfter(status));
    };
  }

  /** The client library asks what is served before it sends an object without a class. */
  private static boolean unknown(KubernetesClientException refusal) {
    return refusal.getCode() <= 0
        && Objects.requireNonNullElse(innermost(refusal).getMessage(), "").startsWith(NO_SUCH_KIND);
  }

  private static String said(
      Attempt attempt, Optional<Status> status, KubernetesClientException refusal) {
    var text = status.map(Status::getMessage).filter(message -> !message.isBlank());
    if (text.isEmpty()) {
      return refusal.getCode() > 0
          ? "the API server answered " + refusal.getCode()
          : silence(refusal);
    }
    var mayQuote = attempt.secret() && (refusal.getCode() == 400 || refusal.getCode() == 422);
    return mayQuote ? HIDDEN : text.get();
  }

  /** Names the innermost cause: the outer ones only say that a call failed. */
  private static String silence(Throwable failure) {
    var inner = innermost(failure);
    if (inner instanceof InterruptedException || inner instanceof InterruptedIOException) {
      return "the call was cut off before an answer came";
    }
    var why = why(inner);
    var name = inner.getClass().getSimpleName();
    return "no answer: " + (why.isBlank() ? name : name + ": " + why);
  }

  private static Throwable innermost(Throwable failure) {
    var inner = failure;
    while (inner.getCause() != null) {
      inner = inner.getCause();
    }
    return inner;
  }

  /** What the client library does not send at all it quotes whole, in brackets. */
  private static String why(Throwable inner) {
    var message = Objects.requireNonNullElse(inner.getMessage(), "");
    var quote = message.indexOf('[');
    return inner instanceof KubernetesClientException && quote >= 0
        ? message.substring(0, quote).strip()
        : message;
  }

  private static String field(Optional<Status> status) {
    return causes(status).stream()
        .map(StatusCause::getField)
        .filter(Objects::nonNull)
        .filter(field -> !field.isBlank())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static boolean ending(Optional<Status> status) {
    return causes(status).stream().anyMatch(c -> "NamespaceTerminating".equals(c.getReason()));
  }

  /** A kind that is not served is answered by 404 as well, but then no object is named. */
  private static boolean namesObject(Optional<Status> status) {
    return status
        .map(Status::getDetails)
        .map(StatusDetails::getName)
        .filter(name -> !name.isBlank())
        .isPresent();
  }

  private static Duration retryAfter(Optional<Status> status) {
    return status
        .map(Status::getDetails)
        .map(StatusDetails::getRetryAfterSeconds)
        .map(seconds -> Duration.ofSeconds(Math.max(0, seconds)))
        .orElse(Duration.ZERO);
  }

  private static List<StatusCause> causes(Optional<Status> status) {
    return status.map(Status::getDetails).map(StatusDetails::getCauses).orElse(List.of());
  }
}
