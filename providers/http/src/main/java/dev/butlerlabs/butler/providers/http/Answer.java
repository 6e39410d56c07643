package dev.butlerlabs.butler.providers.http;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.util.Locale;
import java.util.Map;
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

  /**
   * Status and body.
   *
   * @param headers of a success, by their names in lower case; the first value of each
   */
  record Reply(int status, String body, Map<String, String> headers) {

    public Reply {
      headers = Map.copyOf(headers);
    }

    public Reply(int status, String body) {
      this(status, body, Map.of());
    }

    /** The value of a header, or nothing. */
    public String header(String name) {
      return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }

    @Override
    public String toString() {
      return "Reply[" + status + ", " + body.length() + " characters]";
    }
  }
}
