package dev.butlerlabs.butler.providers.http;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.util.Optional;

/** What became of a call. */
public sealed interface Answer {

  /** 2xx. The body is as it came and may hold secrets. */
  record Success(Reply reply) implements Answer {}

  /**
   * Any other status. The reply is redacted; {@code fault} is what the status means on most
   * platforms, and the driver may know better.
   */
  record Refusal(Reply reply, Fault fault) implements Answer {}

  /** No whole answer. Whether the call was done is not known. */
  record Silence(Fault fault) implements Answer {}

  /** The fault, whichever way the call failed. */
  default Optional<Fault> findFault() {
    return switch (this) {
      case Success _ -> Optional.empty();
      case Refusal(_, var fault) -> Optional.of(fault);
      case Silence(var fault) -> Optional.of(fault);
    };
  }

  /** Status and body. */
  record Reply(int status, String body) {
    @Override
    public String toString() {
      return "Reply[" + status + ", " + body.length() + " characters]";
    }
  }
}
