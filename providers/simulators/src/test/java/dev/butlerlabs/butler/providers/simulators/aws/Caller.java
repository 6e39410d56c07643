package dev.butlerlabs.butler.providers.simulators.aws;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.TlsContext;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A client of AWS that signs as AWS's own description says, and knows no driver. */
final class Caller implements AutoCloseable {

  private static final String FORM = "application/x-www-form-urlencoded; charset=utf-8";

  private final URI uri;
  private final InstantSource clock;
  private final HttpClient client;
  private final Map<String, String> credentials;

  /**
   * @param credentials id, secret, and where wanted region, service and token
   */
  Caller(URI uri, String authority, InstantSource clock, Map<String, String> credentials) {
    this.uri = uri;
    this.clock = clock;
    this.credentials = credentials;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(TlsContext.trusting(List.of(Pem.certificate(authority))))
            .build();
  }

  HttpResponse<String> send(Map<String, String> fields) throws IOException, InterruptedException {
    return send(form(fields), form(fields));
  }

  /** Signs one body and sends another. */
  HttpResponse<String> send(String signed, String sent) throws IOException, InterruptedException {
    return send(FORM, "", signed, sent);
  }

  /** A call of a service that speaks JSON. */
  HttpResponse<String> ask(String target, String body) throws IOException, InterruptedException {
    return send("application/x-amz-json-1.1", target, body, body);
  }

  private HttpResponse<String> send(String type, String target, String signed, String sent)
      throws IOException, InterruptedException {
    var stamp =
        DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'")
            .withZone(ZoneOffset.UTC)
            .format(clock.instant());
    var token = credentials.getOrDefault("token", "");
    var names =
        "content-type;host;x-amz-date"
            + (token.isEmpty() ? "" : ";x-amz-security-token")
            + (target.isEmpty() ? "" : ";x-amz-target");
    var canonical =
        "POST\n/\n\ncontent-type:%s\nhost:%s\nx-amz-date:%s\n%s%s\n%s\n%s"
            .formatted(
                type,
                uri.getAuthority(),
                stamp,
                token.isEmpty() ? "" : "x-amz-security-token:" + token + "\n",
                target.isEmpty() ? "" : "x-amz-target:" + target + "\n",
                names,
                hash(signed));
    var scope =
        "%s/%s/%s/aws4_request"
            .formatted(
                stamp.substring(0, 8),
                credentials.getOrDefault("region", AwsStandIn.REGION),
                credentials.getOrDefault("service", "ec2"));
    var key = ("AWS4" + credentials.getOrDefault("secret", "")).getBytes(UTF_8);
    for (var part : List.of(scope.split("/", -1))) {
      key = hmac(key, part);
    }
    var signature =
        HexFormat.of()
            .formatHex(
                hmac(key, "AWS4-HMAC-SHA256\n%s\n%s\n%s".formatted(stamp, scope, hash(canonical))));
    var request =
        HttpRequest.newBuilder(URI.create(uri + "/"))
            .header("Content-Type", type)
            .header("X-Amz-Date", stamp)
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=%s/%s, SignedHeaders=%s, Signature=%s"
                    .formatted(credentials.getOrDefault("id", ""), scope, names, signature))
            .POST(HttpRequest.BodyPublishers.ofString(sent));
    if (!token.isEmpty()) {
      request.header("X-Amz-Security-Token", token);
    }
    if (!target.isEmpty()) {
      request.header("X-Amz-Target", target);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
        .collect(Collectors.joining("&"));
  }

  private static String hash(String text) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
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

  @Override
  public void close() {
    client.close();
  }
}
