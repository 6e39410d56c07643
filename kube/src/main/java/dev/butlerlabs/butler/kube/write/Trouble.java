package dev.butlerlabs.butler.kube.write;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.Outcome;
import java.time.Duration;

/** Why an API server did not do as asked, told by what the caller can do about it. */
public sealed interface Trouble {

  /** What was tried. */
  Attempt attempt();

  /** What the API server, or the way to it, had to say; never anything secret. */
  String detail();

  /** Somebody else wrote first, or owns a field we meant to write: look again, then decide anew. */
  record Conflict(Attempt attempt, String detail) implements Trouble {}

  /** Credentials or permissions; heals when somebody grants them. */
  record Forbidden(Attempt attempt, String detail) implements Trouble {}

  /**
   * Will fail again until the object is written differently.
   *
   * @param field the paths of the fields that are wrong, {@code ""} when none was named
   */
  record Invalid(Attempt attempt, String field, String detail) implements Trouble {}

  /** Looked, and it is not there. */
  record NotFound(Attempt attempt, String detail) implements Trouble {}

  /** Could not look: this API server does not serve the kind. Never to be read as not found. */
  record NotServed(Attempt attempt, String detail) implements Trouble {}

  /** The object, or the namespace it was meant for, is being deleted: make nothing new there. */
  record Ending(Attempt attempt, String detail) implements Trouble {}

  /**
   * No answer, or none that can be used. A write may or may not have happened, so it is repeated;
   * every write here can be.
   *
   * @param retryAfter how long the other side asks to be left alone, zero when it does not say
   */
  record Unreachable(Attempt attempt, String detail, Duration retryAfter) implements Trouble {

    /** It answers, and its store takes nothing new: so etcd says it when its space is used up. */
    public boolean full() {
      return detail.contains("database space exceeded");
    }
  }

  /**
   * Nothing was asked: as much of our work is under way there as may be at a time. Says nothing of
   * whether it answers.
   *
   * @param retryAfter when a place may be free
   */
  record Busy(Attempt attempt, Duration retryAfter) implements Trouble {
    @Override
    public String detail() {
      return "it has as much work as it may have";
    }
  }

  /** How long it is to be left alone; zero when nobody says. */
  default Duration retryAfter() {
    return Duration.ZERO;
  }

  /** One CamelCase word out of a fixed few, for conditions and metrics. */
  default String reason() {
    return switch (this) {
      case Conflict _ -> "Conflict";
      case Forbidden _ -> "Forbidden";
      case Invalid _ -> "Invalid";
      case NotFound _ -> "NotFound";
      case NotServed _ -> "NotServed";
      case Ending _ -> "BeingDeleted";
      case Unreachable _ -> "Unreachable";
      case Busy _ -> "Busy";
    };
  }

  /** What was tried, on what, and what to do next. */
  default Problem problem() {
    return new Problem("could not " + attempt(), detail(), remedy());
  }

  /** As the engine wants it: back off and try again. */
  default Outcome outcome() {
    return Outcome.failed(reason(), problem());
  }

  private String remedy() {
    return switch (this) {
      case Conflict _ -> "it is looked at again and retried";
      case Forbidden _ -> "grant the missing permission or renew the credentials";
      case Invalid(_, var field, _) when field.isEmpty() -> "correct the object";
      case Invalid(_, var field, _) -> "correct " + field;
      case NotFound _ -> "create it, or wait until it is there";
      case NotServed _ -> "install the CustomResourceDefinition or the API version";
      case Ending _ -> "wait until the deletion is through";
      case Unreachable unreachable when unreachable.full() ->
          "it is retried; make room in the etcd behind the API server";
      case Unreachable _ -> "it is retried; check that the API server answers";
      case Busy _ -> "it is retried when some of that is done";
    };
  }
}
