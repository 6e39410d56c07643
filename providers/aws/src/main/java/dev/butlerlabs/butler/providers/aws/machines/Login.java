package dev.butlerlabs.butler.providers.aws.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** An access key, and how a call is signed with it: signature version 4. */
record Login(String keyId, SecretText secret, @Nullable SecretText sessionToken) implements Logins {

  private static final String ALGORITHM = "AWS4-HMAC-SHA256";
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  /** What is signed: a form sent by POST to the root of a host. */
  record Form(String service, String region, String host, String type, String body) {

    Message message() {
      return new Message(
          service, region, host, "POST", "/", "", Map.of("content-type", type), body);
    }
  }

  /**
   * Any call.
   *
   * @param query as signatures have it: sorted, each name with its equal sign
   * @param headers by their names in lower case; the host is not among them
   */
  record Message(
      String service,
      String region,
      String host,
      String method,
      String path,
      String query,
      Map<String, String> headers,
      String body) {}

  /** As S3 wants a body described, also where there is none. */
  static String digest(String body) {
    return hex(sha256(body));
  }

  @Override
  public Login current() {
    return this;
  }

  /** What of it nobody may see. */
  List<SecretText> secrets() {
    return sessionToken == null ? List.of(secret) : List.of(secret, sessionToken);
  }

  /** The headers to send along, beside the host and the type of the form. */
  Map<String, SecretText> sign(Form form, Instant now) {
    return sign(form.message(), now);
  }

  /** The headers to send along, beside the host and those of the message. */
  Map<String, SecretText> sign(Message form, Instant now) {
    var stamp = STAMP.format(now);
    var signed = new TreeMap<>(form.headers());
    signed.put("host", form.host());
    signed.put("x-amz-date", stamp);
    var headers = new TreeMap<String, SecretText>();
    headers.put("x-amz-date", new SecretText(stamp));
    if (sessionToken != null) {
      signed.put("x-amz-security-token", sessionToken.reveal());
      headers.put("x-amz-security-token", sessionToken);
    }
    var scope =
        "%s/%s/%s/aws4_request".formatted(stamp.substring(0, 8), form.region(), form.service());
    var names = String.join(";", signed.keySet());
    var canonical = new StringBuilder();
    canonical.append(form.method()).append('\n').append(form.path()).append('\n');
    canonical.append(form.query()).append('\n');
    signed.forEach((name, value) -> canonical.append(name).append(':').append(value).append('\n'));
    canonical.append('\n').append(names).append('\n').append(hex(sha256(form.body())));
    var text =
        "%s\n%s\n%s\n%s".formatted(ALGORITHM, stamp, scope, hex(sha256(canonical.toString())));
    var key = ("AWS4" + secret.reveal()).getBytes(UTF_8);
    for (var part : scope.split("/", -1)) {
      key = hmac(key, part);
    }
    headers.put(
        "Authorization",
        new SecretText(
            "%s Credential=%s/%s, SignedHeaders=%s, Signature=%s"
                .formatted(ALGORITHM, keyId, scope, names, hex(hmac(key, text)))));
    return headers;
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK has no HMAC with SHA-256", e);
    }
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK has no SHA-256", e);
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
