package dev.butlerlabs.butler.teams.signin.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.tenancy.IdentityProviderStatus.DiscoveredEndpoints;
import java.util.List;
import java.util.Optional;

/**
 * An issuer's discovery document (OpenID Connect Discovery 1.0, sections 3 and 4.3): whose it is,
 * and where its endpoints are.
 */
sealed interface Document {

  record Good(DiscoveredEndpoints endpoints) implements Document {}

  record Bad(String why) implements Document {}

  /** Without these nobody can sign in. */
  List<String> NEEDED = List.of("authorization_endpoint", "token_endpoint", "jwks_uri");

  static Document read(String issuer, String body) {
    JsonNode tree;
    try {
      tree = new ObjectMapper().readTree(body);
    } catch (JsonProcessingException _) {
      return new Bad("its discovery document is no JSON");
    }
    var own = tree.path("issuer").asText("");
    if (!own.equals(issuer)) {
      return new Bad(
          "its discovery document is that of issuer '%s'; spec.oidc.issuerURL must be the same to the letter"
              .formatted(own));
    }
    return NEEDED.stream()
        .flatMap(name -> wrong(tree, name).stream())
        .findFirst()
        .<Document>map(Bad::new)
        .orElseGet(() -> new Good(endpoints(tree)));
  }

  private static Optional<String> wrong(JsonNode tree, String name) {
    var url = tree.path(name).asText("");
    if (url.isEmpty()) {
      return Optional.of("its discovery document has no " + name);
    }
    return url.startsWith("https://")
        ? Optional.empty()
        : Optional.of("its %s is %s, which is not https".formatted(name, url));
  }

  private static DiscoveredEndpoints endpoints(JsonNode tree) {
    var facts = tree.path("userinfo_endpoint").asText("");
    return new DiscoveredEndpoints(
        tree.path("authorization_endpoint").asText(),
        tree.path("token_endpoint").asText(),
        facts.isEmpty() ? null : facts,
        tree.path("jwks_uri").asText());
  }
}
