package dev.butlerlabs.butler.providers.local.join;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.pki.BootstrapToken;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Pem;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where an API server is, and whose certificates to believe there. */
public record Whereabouts(URI server, List<X509Certificate> authorities) {

  private static final YAMLMapper YAML = new YAMLMapper();

  public Whereabouts {
    authorities = List.copyOf(authorities);
  }

  /** What a kubeconfig says about its cluster; users need not be in it. */
  static Whereabouts parse(String kubeconfig, String origin) {
    var cluster = cluster(tree(kubeconfig, origin));
    var server = cluster.path("server").asText("");
    var authority = cluster.path("certificate-authority-data").asText("");
    if (server.isEmpty() || authority.isEmpty()) {
      throw new UnusableData(origin + " has no cluster with server and certificate-authority-data");
    }
    try {
      var pem = new String(Base64.getMimeDecoder().decode(authority), UTF_8);
      return new Whereabouts(URI.create(server), Pem.certificates(pem));
    } catch (IllegalArgumentException wrong) {
      throw new UnusableData(
          origin + " has a server that is no address, or an authority that is no certificate");
    }
  }

  /** The kubeconfig of a user with a token, if it has one. */
  static @Nullable BootstrapToken token(String kubeconfig, String origin) {
    for (var user : tree(kubeconfig, origin).path("users")) {
      var token = user.at("/user/token").asText("");
      if (!token.isEmpty()) {
        return BootstrapToken.parse(token);
      }
    }
    return null;
  }

  /** The cluster of the current context, else the only one there is. */
  private static JsonNode cluster(JsonNode config) {
    var current = config.path("current-context").asText("");
    for (var context : config.path("contexts")) {
      if (context.path("name").asText().equals(current) && !current.isEmpty()) {
        var name = context.at("/context/cluster").asText();
        for (var cluster : config.path("clusters")) {
          if (cluster.path("name").asText().equals(name)) {
            return cluster.path("cluster");
          }
        }
      }
    }
    return config.at("/clusters/0/cluster");
  }

  private static JsonNode tree(String kubeconfig, String origin) {
    try {
      return YAML.readTree(kubeconfig);
    } catch (JsonProcessingException broken) {
      throw new UnusableData(origin + " is no YAML");
    }
  }

  /** Whether one of the authorities has one of the pinned public keys; without pins any will do. */
  public boolean matches(List<String> pins) {
    return pins.isEmpty() || authorities.stream().map(Whereabouts::pin).anyMatch(pins::contains);
  }

  private static String pin(X509Certificate authority) {
    try {
      var digest =
          MessageDigest.getInstance("SHA-256").digest(authority.getPublicKey().getEncoded());
      return "sha256:" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }

  /** The way in for whoever can prove it so. */
  public Kubeconfig as(String user, Kubeconfig.Login login) {
    return new Kubeconfig("tenant", server, authorities, null, user, login, null);
  }
}
