package dev.butlerlabs.butler.providers.aws.machines;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.providers.http.Answer;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** What AWS means. Its statuses say little; its codes say what happened. */
final class AwsFaults {

  /** AWS asks for a pause and does not say how long. */
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Set<String> UNKNOWN_CALLER =
      Set.of(
          "AuthFailure",
          "InvalidAccessKeyId",
          "InvalidClientTokenId",
          "SignatureDoesNotMatch",
          "InvalidSignatureException",
          "MissingAuthenticationToken",
          "IncompleteSignature",
          "ExpiredToken",
          "ExpiredTokenException",
          "OptInRequired",
          "UnrecognizedClientException");
  private static final Set<String> FORBIDDEN =
      Set.of(
          "UnauthorizedOperation",
          "AccessDenied",
          "AccessDeniedException",
          "PendingVerification",
          "RegionDisabledException");
  private static final Set<String> TOO_MANY_CALLS =
      Set.of(
          "RequestLimitExceeded",
          "Throttling",
          "ThrottlingException",
          "RequestThrottled",
          "TooManyRequestsException",
          "SlowDown");
  private static final Set<String> NO_ROOM =
      Set.of(
          "InsufficientInstanceCapacity",
          "InsufficientHostCapacity",
          "InsufficientCapacity",
          "InsufficientFreeAddressesInSubnet",
          "InsufficientVolumeCapacity");
  private static final Set<String> BUSY =
      Set.of(
          "IncorrectInstanceState",
          "IncorrectState",
          "VolumeInUse",
          "ResourceInUse",
          "DependencyViolation",
          "IdempotentParameterMismatch",
          "OperationInProgress");
  private static final Set<String> AILING =
      Set.of(
          "InternalError",
          "InternalFailure",
          "ServiceUnavailable",
          "Unavailable",
          "ServerInternal");

  private AwsFaults() {}

  /** The reply is redacted already. What stands between us and AWS answers in its own way. */
  static Trouble read(String what, Answer.Reply reply, Fault usual) {
    var error =
        Xml.parse(reply.body())
            .flatMap(
                xml ->
                    xml.name().equals("Error")
                        ? Optional.of(xml)
                        : xml.find("Errors", "Error").or(() -> xml.find("Error")));
    if (error.isEmpty()) {
      return readJson(what, reply).orElseGet(() -> new Trouble(usual));
    }
    var code = error.get().text("Code");
    return new Trouble(of(what, code, error.get().text("Message"), reply.status()), code);
  }

  /** A code may come with the name of its service before it. */
  private static Optional<Trouble> readJson(String what, Answer.Reply reply) {
    JsonNode body;
    try {
      body = JSON.readTree(reply.body());
    } catch (JsonProcessingException notJson) {
      return Optional.empty();
    }
    var code = body == null ? "" : body.path("__type").asText().replaceAll(".*#", "");
    if (code.isEmpty()) {
      return Optional.empty();
    }
    var message = body.has("Message") ? body.path("Message") : body.path("message");
    return Optional.of(new Trouble(of(what, code, message.asText(), reply.status()), code));
  }

  static Fault of(String what, String code, String message, int status) {
    var detail = code + ": " + message;
    if (UNKNOWN_CALLER.contains(code)) {
      return new Fault.Unauthorized(what, detail);
    }
    if (code.equals("RequestExpired")) {
      return new Fault.Unauthorized(
          what, detail + " Compare the clock of this machine with AWS's.");
    }
    if (FORBIDDEN.contains(code)) {
      return new Fault.Forbidden(what, detail);
    }
    if (TOO_MANY_CALLS.contains(code)) {
      return new Fault.Throttled(what, detail, PAUSE);
    }
    if (NO_ROOM.contains(code) || code.endsWith("LimitExceeded") || code.startsWith("TooMany")) {
      return new Fault.Quota(what, detail);
    }
    if (BUSY.contains(code)) {
      return new Fault.Busy(what, detail);
    }
    if (AILING.contains(code) || status >= 500) {
      return new Fault.Unavailable(what, detail);
    }
    return code.contains("NotFound") || code.startsWith("NoSuch")
        ? new Fault.NotFound(what, "what it names", detail)
        : new Fault.Invalid(what, field(code), detail);
  }

  /** What an instance that ended by itself says of it: {@code Server.…} or {@code Client.…}. */
  static Fault ended(String what, String who, String code) {
    var detail = who + " ended by itself: " + code;
    return code.contains("Limit") || code.contains("Insufficient")
        ? new Fault.Quota(what, detail)
        : new Fault.Failed(what, detail);
  }

  private static String field(String code) {
    return switch (code) {
      case "InvalidIPAddress.InUse" -> "the static address, which somebody else has";
      case "OperationNotPermitted" -> "the termination protection of the machine";
      default -> code.startsWith("InvalidAMIID") ? "the image" : "the order";
    };
  }
}
