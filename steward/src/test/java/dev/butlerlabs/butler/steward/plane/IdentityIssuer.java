package dev.butlerlabs.butler.steward.plane;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.pki.TlsContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/** An OpenID Connect provider as far as an API server needs one: what it is, and its keys. */
final class IdentityIssuer implements AutoCloseable {

  private static final SecureRandom RANDOM = new SecureRandom();

  private final Instant started = Instant.now();
  private final CertificateAuthority authority =
      CertificateAuthority.selfSigned(
          "provider", KeyKind.EC_P256, Duration.ofDays(1), started, RANDOM);
  private final KeyPair signing;
  private final HttpsServer server;

  IdentityIssuer() throws IOException, GeneralSecurityException {
    // The only signatures an API server believes unless it is told otherwise.
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048, RANDOM);
    signing = generator.generateKeyPair();
    var own =
        authority.issue(
            CertificateOrder.peer(
                Subject.named("provider"), SubjectAltName.all("127.0.0.1"), Duration.ofHours(12)),
            KeyKind.EC_P256,
            started,
            RANDOM);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(TlsContext.of(own, authority.certificate())));
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "https://127.0.0.1:" + server.getAddress().getPort();
  }

  String authority() {
    return authority.certificatePem();
  }

  private void answer(HttpExchange exchange) throws IOException {
    var body =
        switch (exchange.getRequestURI().getPath()) {
          case "/.well-known/openid-configuration" -> description();
          case "/keys" -> keys();
          default -> "";
        };
    var bytes = body.getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(body.isEmpty() ? 404 : 200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private String description() {
    return """
    {"issuer": "%1$s", "jwks_uri": "%1$s/keys", "authorization_endpoint": "%1$s/none",
     "token_endpoint": "%1$s/none", "response_types_supported": ["id_token"],
     "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"]}
    """
        .formatted(url());
  }

  private String keys() {
    var key = (RSAPublicKey) signing.getPublic();
    return """
    {"keys": [{"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "one", "n": "%s", "e": "%s"}]}
    """
        .formatted(
            text(unsigned(key.getModulus().toByteArray())),
            text(unsigned(key.getPublicExponent().toByteArray())));
  }

  private static byte[] unsigned(byte[] number) {
    return number[0] == 0 ? Arrays.copyOfRange(number, 1, number.length) : number;
  }

  /** A token for anna, one of the devs. */
  String token(String issuer, String audience, Duration life, String member)
      throws GeneralSecurityException {
    var claims =
        """
        {"iss": "%s", "aud": "%s", "sub": "anna", "groups": ["devs"], "member": "%s",
         "iat": %d, "exp": %d}
        """
            .formatted(
                issuer,
                audience,
                member,
                started.minus(Duration.ofHours(2)).getEpochSecond(),
                started.plus(life).getEpochSecond());
    var signed = text("{\"alg\": \"RS256\", \"kid\": \"one\"}") + "." + text(claims);
    var signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(signing.getPrivate());
    signature.update(signed.getBytes(UTF_8));
    return signed + "." + text(signature.sign());
  }

  private static String text(String plain) {
    return text(plain.getBytes(UTF_8));
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
