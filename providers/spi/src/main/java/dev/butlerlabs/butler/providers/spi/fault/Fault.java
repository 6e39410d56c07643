package dev.butlerlabs.butler.providers.spi.fault;

import dev.butlerlabs.butler.api.Reason;
import java.time.Duration;
import java.util.Optional;

/**
 * Why a platform did not do as asked, told by what can be done about it.
 *
 * <p>{@code what} says what was tried and on what ("clone template 9000 to machine cp-0"), {@code
 * detail} holds the platform's own words without secrets. Together with {@link #remedy()} they are
 * one sentence that may be shown to anybody.
 */
public sealed interface Fault {

  /** What was tried, on what. */
  String what();

  /** The platform's own words, or ours where it gave none. */
  String detail();

  /** The platform does not know these credentials. */
  record Unauthorized(String what, String detail) implements Fault {}

  /** The platform knows the credentials, and they may not do this. */
  record Forbidden(String what, String detail) implements Fault {}

  /** Will be refused again until somebody edits the named field. */
  record Invalid(String what, String field, String detail) implements Fault {}

  /** Something that was referred to is not on the platform: an image, a network, a node. */
  record NotFound(String what, String thing, String detail) implements Fault {}

  /** Something of this name is there and is not ours; it was not touched. */
  record Conflict(String what, String holder) implements Fault {
    @Override
    public String detail() {
      return "the name belongs to " + holder + ", which Butler did not make for this object";
    }
  }

  /** No room: a quota, a full storage, no host with enough memory. */
  record Quota(String what, String detail) implements Fault {}

  /** Too many calls; {@code pause} is what the platform asked for, or our usual one. */
  record Throttled(String what, String detail, Duration pause) implements Fault {}

  /** No answer, half an answer, or a server's error: the call may have been done or not. */
  record Unavailable(String what, String detail) implements Fault {}

  /** Somebody else works on the thing just now. */
  record Busy(String what, String detail) implements Fault {}

  /** The platform took the order and failed at it. */
  record Failed(String what, String detail) implements Fault {}

  /** Whether waiting helps. */
  default Healing healing() {
    return switch (this) {
      case Unauthorized _, Forbidden _, Invalid _, NotFound _, Conflict _ -> Healing.WHEN_CHANGED;
      case Quota _, Failed _ -> Healing.SLOWLY;
      case Throttled _, Unavailable _, Busy _ -> Healing.SOON;
    };
  }

  /** The word for conditions and events. */
  default Reason reason() {
    return switch (this) {
      case Unauthorized _ -> Reason.CREDENTIALS_INVALID;
      case Forbidden _ -> Reason.PROVIDER_ACCESS_DENIED;
      case Invalid _, NotFound _, Conflict _ -> Reason.INVALID_CONFIGURATION;
      case Quota _ -> Reason.QUOTA_EXCEEDED;
      case Throttled _, Unavailable _, Busy _, Failed _ -> Reason.PROVIDER_ERROR;
    };
  }

  /** What a person can do next. */
  default String remedy() {
    return switch (this) {
      case Unauthorized _ ->
          "put working credentials into the Secret that the ProviderConfig names";
      case Forbidden _ -> "grant the account this permission on the platform";
      case Invalid(_, var field, _) -> "correct " + field;
      case NotFound(_, var thing, _) -> "create " + thing + " on the platform, or name another";
      case Conflict(_, var holder) -> "choose another name, or remove " + holder + " by hand";
      case Quota _ -> "make room on the platform or raise its limit; Butler tries again by itself";
      case Throttled(_, _, var pause) ->
          "nothing to do: Butler tries again in " + pause.toSeconds() + " s";
      case Unavailable _ ->
          "check that the platform is up and can be reached; Butler tries again by itself";
      case Busy _ -> "nothing to do: Butler tries again by itself";
      case Failed _ -> "look at the task's log on the platform; Butler tries again by itself";
    };
  }

  /** How long the platform asked to be left alone. */
  default Optional<Duration> retryAfter() {
    return this instanceof Throttled(_, _, var pause) ? Optional.of(pause) : Optional.empty();
  }

  /** All of it as one sentence. */
  default String sentence() {
    return what() + ": " + detail() + " (" + remedy() + ")";
  }
}
