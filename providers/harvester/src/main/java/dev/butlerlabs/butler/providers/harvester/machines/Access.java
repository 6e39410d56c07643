package dev.butlerlabs.butler.providers.harvester.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a kubeconfig out of a credentials Secret turned out to be. */
sealed interface Access {

  /**
   * Where to go and as whom; nobody has tried it.
   *
   * @param secrets the credentials in it
   */
  record Usable(Config config, List<SecretText> secrets) implements Access {
    public Usable {
      secrets = List.copyOf(secrets);
    }

    @Override
    public String toString() {
      return "access to " + config.getMasterUrl();
    }
  }

  /** Not to be used until somebody corrects the field. */
  record Unusable(String field, String why) implements Access {}

  /**
   * Reads a kubeconfig.
   *
   * @param endpoint goes before the address in it
   * @param authority certificates that go before those in it
   */
  static Access read(
      SecretText kubeconfig, @Nullable String endpoint, @Nullable SecretText authority) {
    try {
      var tree = Reader.YAML.readTree(kubeconfig.reveal());
      return new Reader(tree == null ? Reader.YAML.nullNode() : tree, endpoint, authority).read();
    } catch (JsonProcessingException broken) {
      // The parser's own message quotes the text around the error, which may be a key.
      return new Unusable("the kubeconfig in the credentials Secret", "it is no YAML");
    }
  }

  /** One kubeconfig, at its current context. */
  final class Reader {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    /** What would make a kubeconfig from elsewhere run or read something on this machine. */
    private static final List<String> OUTWARD =
        List.of("exec", "auth-provider", "tokenFile", "client-certificate", "client-key");

    private final JsonNode cluster;
    private final JsonNode user;
    private final JsonNode context;
    private final @Nullable String endpoint;
    private final @Nullable SecretText authority;

    private Reader(JsonNode tree, @Nullable String endpoint, @Nullable SecretText authority) {
      this.context = entry(tree, "contexts", tree.path("current-context").asText(), "context");
      this.cluster = entry(tree, "clusters", context.path("cluster").asText(), "cluster");
      this.user = entry(tree, "users", context.path("user").asText(), "user");
      this.endpoint = endpoint;
      this.authority = authority;
    }

    private static JsonNode entry(JsonNode tree, String list, String name, String content) {
      for (var entry : tree.path(list)) {
        if (entry.path("name").asText().equals(name)) {
          return entry.path(content);
        }
      }
      return tree.path("missing entry");
    }

    private Access read() {
      if (context.isMissingNode() || cluster.isMissingNode() || user.isMissingNode()) {
        return unusable("its current-context names no context with a cluster and a user");
      }
      for (var outward : OUTWARD) {
        if (user.has(outward)) {
          return unusable("it wants " + outward + "; put the credential itself into it");
        }
      }
      if (cluster.has("certificate-authority")) {
        return unusable("it names a file; put certificate-authority-data into it");
      }
      var server = endpoint == null || endpoint.isBlank() ? text(cluster, "server") : endpoint;
      if (server == null || !address(server)) {
        return new Unusable(
            endpoint == null ? "server in the kubeconfig" : "spec.harvester.endpoint",
            "it is no https URL with a host and without credentials");
      }
      var certificate = user.has("client-certificate-data") && user.has("client-key-data");
      return user.hasNonNull("token") || certificate
          ? usable(server)
          : unusable("its user has neither a token nor a client certificate with its key");
    }

    private static Access unusable(String why) {
      return new Unusable("the kubeconfig in the credentials Secret", why);
    }

    private static boolean address(String server) {
      try {
        var uri = URI.create(server);
        // It is shown where things stand, so it holds nothing to hide.
        return "https".equals(uri.getScheme())
            && uri.getHost() != null
            && uri.getRawUserInfo() == null;
      } catch (IllegalArgumentException wrong) {
        return false;
      }
    }

    private Access usable(String server) {
      var believed =
          authority == null
              ? text(cluster, "certificate-authority-data")
              : Base64.getEncoder().encodeToString(authority.reveal().getBytes(UTF_8));
      if (believed != null && !certificates(believed)) {
        return new Unusable(
            authority == null
                ? "certificate-authority-data in the kubeconfig"
                : "ca.crt in the credentials Secret",
            "it is no certificate");
      }
      var insecure = believed == null && cluster.path("insecure-skip-tls-verify").asBoolean();
      var config =
          new ConfigBuilder(Config.empty())
              .withMasterUrl(server.replaceAll("/+$", ""))
              .withCaCertData(believed)
              .withTrustCerts(insecure)
              .withDisableHostnameVerification(insecure)
              .withClientCertData(text(user, "client-certificate-data"))
              .withClientKeyData(text(user, "client-key-data"))
              .withAutoOAuthToken(text(user, "token"))
              .withHttpsProxy(text(cluster, "proxy-url"))
              .withHttp2Disable(true)
              // Only a driver knows what may be repeated.
              .withRequestRetryBackoffLimit(0)
              .build();
      key().filter(Reader::elliptic).ifPresent(_ -> config.setClientKeyAlgo("EC"));
      return new Usable(config, secrets());
    }

    private static boolean certificates(String data) {
      try {
        return !Pem.certificates(new String(Base64.getMimeDecoder().decode(data), UTF_8)).isEmpty();
      } catch (IllegalArgumentException unreadable) {
        return false;
      }
    }

    private List<SecretText> secrets() {
      var secrets = new ArrayList<SecretText>();
      for (var name : List.of("token", "client-key-data")) {
        var secret = text(user, name);
        if (secret != null) {
          secrets.add(new SecretText(secret));
        }
      }
      key().map(SecretText::new).ifPresent(secrets::add);
      return secrets;
    }

    private Optional<String> key() {
      var data = text(user, "client-key-data");
      try {
        return data == null
            ? Optional.empty()
            : Optional.of(new String(Base64.getMimeDecoder().decode(data), UTF_8));
      } catch (IllegalArgumentException notBase64) {
        return Optional.empty();
      }
    }

    /** The library takes every key in PKCS 8 for RSA unless told otherwise. */
    private static boolean elliptic(String pem) {
      if (!pem.contains("BEGIN PRIVATE KEY")) {
        return false;
      }
      try {
        var bytes = Base64.getMimeDecoder().decode(pem.replaceAll("-----[^-]+-----", ""));
        var key = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(bytes));
        return key.getAlgorithm().equals("EC");
      } catch (GeneralSecurityException | IllegalArgumentException other) {
        return false;
      }
    }

    private static @Nullable String text(JsonNode entry, String key) {
      return entry.hasNonNull(key) ? entry.path(key).asText() : null;
    }
  }
}
