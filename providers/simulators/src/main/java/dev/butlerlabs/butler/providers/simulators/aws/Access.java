package dev.butlerlabs.butler.providers.simulators.aws;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.providers.simulators.wire.Request;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Who may come in, by signature version 4, and what they may do. */
final class Access {

  private static final Pattern AUTHORIZATION =
      Pattern.compile(
          "AWS4-HMAC-SHA256 Credential=([^/,]+)/(\\d{8})/([^/,]+)/([^/,]+)/aws4_request,"
              + " ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})");
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  /** How the ids of keys begin that are a session's. */
  private static final String SESSION = "ASIA";

  /** How far the caller's clock may be off. */
  private static final Duration SKEW = Duration.ofMinutes(5);

  private final InstantSource clock;
  private final String region;
  private final Map<String, Key> keys = new TreeMap<>();
  private final Set<String> forbidden = new TreeSet<>();
  private final Set<String> used = new TreeSet<>();
  private final Map<String, String> roles = new TreeMap<>();
  private String caller = "";
  private int sessions;

  Access(InstantSource clock, String region) {
    this.clock = clock;
    this.region = region;
  }

  /**
   * An access key.
   *
   * @param sessionToken empty for one that lasts
   * @param until when it ends
   */
  private record Key(String secret, String sessionToken, Instant until) {}

  void key(String id, String secret, String sessionToken) {
    keys.put(id, new Key(secret, sessionToken, Instant.MAX));
  }

  void revoke(String id) {
    keys.remove(id);
    roles.values().removeIf(id::equals);
  }

  /** A role that the owner of this key may take on; by itself the key may do nothing else. */
  void role(String arn, String keyId) {
    roles.put(arn, keyId);
  }

  /** All sessions of roles end at once. */
  void endSessions() {
    keys.keySet().removeIf(id -> id.startsWith(SESSION));
  }

  int sessionsBegun() {
    return sessions;
  }

  /** What the caller of the call that was let in last gets for a role. */
  List<Element> assume(Parameters call) {
    var arn = call.text("RoleArn");
    if (!caller.equals(roles.get(arn))) {
      throw new Refused(
          403,
          "AccessDenied",
          "User: %s is not authorized to perform: sts:AssumeRole on resource: %s"
              .formatted(caller, arn));
    }
    var name = call.text("RoleSessionName");
    if (!name.matches("[\\w+=,.@-]*")) {
      throw Refused.because("ValidationError", "Value at 'roleSessionName' failed to satisfy");
    }
    var until = clock.instant().plusSeconds(call.number("DurationSeconds", 3600));
    var id = "%s%016d".formatted(SESSION, ++sessions);
    var key = new Key("canary-session-secret-" + sessions, "canary-session-" + sessions, until);
    keys.put(id, key);
    return List.of(
        Element.of(
            "Credentials",
            Element.leaf("AccessKeyId", id),
            Element.leaf("SecretAccessKey", key.secret()),
            Element.leaf("SessionToken", key.sessionToken()),
            Element.leaf("Expiration", until)),
        Element.of(
            "AssumedRoleUser",
            Element.leaf("AssumedRoleId", "AROACANARYROLE:" + name),
            Element.leaf(
                "Arn",
                arn.replace(":iam:", ":sts:").replace(":role/", ":assumed-role/") + "/" + name)));
  }

  void forbid(String action) {
    forbidden.add(action);
  }

  void permit(String action) {
    forbidden.remove(action);
  }

  /** Every action a caller needed to be allowed so far. */
  Set<String> used() {
    return Set.copyOf(used);
  }

  void require(String action) {
    used.add(action);
    if (forbidden.contains(action)
        || (roles.containsValue(caller) && !action.equals("sts:AssumeRole"))) {
      throw action.startsWith("ec2:")
          ? new Refused(
              403,
              "UnauthorizedOperation",
              "You are not authorized to perform this operation. Encoded authorization failure"
                  + " message: "
                  + action)
          : new Refused(403, "AccessDenied", "not authorized to perform: " + action);
    }
  }

  /** The service a signature says it was made for. */
  static String service(Request request) {
    var header = AUTHORIZATION.matcher(request.header("authorization"));
    if (!header.matches()) {
      throw new Refused(
          403, "MissingAuthenticationToken", "Request is missing Authentication Token");
    }
    return header.group(4);
  }

  void authenticate(Request request) {
    var header = AUTHORIZATION.matcher(request.header("authorization"));
    if (!header.matches()) {
      throw new Refused(
          403, "MissingAuthenticationToken", "Request is missing Authentication Token");
    }
    var service = header.group(4);
    var key = keys.get(header.group(1));
    if (key == null || !key.sessionToken().equals(request.header("x-amz-security-token"))) {
      throw switch (service) {
        case "ec2" ->
            new Refused(
                401, "AuthFailure", "AWS was not able to validate the provided access credentials");
        case "s3" ->
            new Refused(
                403,
                "InvalidAccessKeyId",
                "The AWS Access Key Id you provided does not exist in our records.");
        case Quotas.ID ->
            Refused.because(
                "UnrecognizedClientException",
                "The security token included in the request is invalid.");
        default ->
            new Refused(
                403,
                "InvalidClientTokenId",
                "The security token included in the request is invalid.");
      };
    }
    if (!clock.instant().isBefore(key.until())) {
      throw service.equals("ec2")
          ? Refused.because("RequestExpired", "Request has expired.")
          : new Refused(
              403, "ExpiredToken", "The security token included in the request is expired");
    }
    var date = request.header("x-amz-date");
    requireFresh(date);
    var signed = List.of(header.group(5).split(";", -1));
    var scope = "%s/%s/%s/aws4_request".formatted(header.group(2), header.group(3), service);
    var complete =
        signed.contains("host")
            && signed.contains("x-amz-date")
            && (!service.equals("s3") || signed.contains("x-amz-content-sha256"))
            && (!service.equals(Quotas.ID) || signed.contains("x-amz-target"))
            && (key.sessionToken().isEmpty() || signed.contains("x-amz-security-token"));
    var expected = signature(request, key.secret(), date, scope, signed);
    if (!complete
        || !header.group(3).equals(region)
        || !date.startsWith(header.group(2))
        || !MessageDigest.isEqual(expected.getBytes(UTF_8), header.group(6).getBytes(UTF_8))) {
      throw new Refused(
          403,
          "SignatureDoesNotMatch",
          "The request signature we calculated does not match the signature you provided."
              + " Check your AWS Secret Access Key and signing method.");
    }
    caller = header.group(1);
  }

  private void requireFresh(String date) {
    Instant when;
    try {
      when = Instant.from(STAMP.parse(date));
    } catch (DateTimeParseException unreadable) {
      throw Refused.because("IncompleteSignature", "Date must be in ISO-8601 'basic format'.");
    }
    if (Duration.between(when, clock.instant()).abs().compareTo(SKEW) > 0) {
      throw Refused.because("RequestExpired", "Request has expired.");
    }
  }

  private static String signature(
      Request request, String secret, String date, String scope, List<String> signed) {
    var canonical = new StringBuilder();
    canonical.append(request.method()).append('\n').append(request.path()).append('\n');
    canonical.append(query(request)).append('\n');
    signed.forEach(
        name ->
            canonical.append(name).append(':').append(request.header(name).strip()).append('\n'));
    canonical.append('\n').append(String.join(";", signed)).append('\n');
    canonical.append(hex(sha256(request.body())));
    var text =
        "AWS4-HMAC-SHA256\n%s\n%s\n%s"
            .formatted(date, scope, hex(sha256(canonical.toString().getBytes(UTF_8))));
    var key = ("AWS4" + secret).getBytes(UTF_8);
    for (var part : scope.split("/", -1)) {
      key = hmac(key, part);
    }
    return hex(hmac(key, text));
  }

  /** Sorted, each name with its equal sign, whether or not it was sent. */
  private static String query(Request request) {
    return new TreeMap<>(request.query())
        .entrySet().stream()
            .map(pair -> pair.getKey() + "=" + pair.getValue())
            .collect(Collectors.joining("&"));
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
