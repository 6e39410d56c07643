package dev.butlerlabs.butler.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a kubeconfig says about its current context; missing nodes where it says nothing. */
record Entries(JsonNode context, JsonNode cluster, JsonNode user) {

  private static final Set<String> PLAIN_CONTEXT = Set.of("cluster", "user", "namespace");
  private static final Set<String> PLAIN_CLUSTER = Set.of("server", "certificate-authority-data");
  private static final Set<String> PLAIN_USER =
      Set.of("client-certificate-data", "client-key-data", "token");

  static Entries of(JsonNode tree) {
    var context = entry(tree, "contexts", tree.path("current-context").asText(), "context");
    return new Entries(
        context,
        entry(tree, "clusters", context.path("cluster").asText(), "cluster"),
        entry(tree, "users", context.path("user").asText(), "user"));
  }

  private static JsonNode entry(JsonNode tree, String list, String name, String content) {
    for (var entry : tree.path(list)) {
      if (entry.path("name").asText().equals(name)) {
        return entry.path(content);
      }
    }
    return tree.path("/missing");
  }

  /**
   * The access when all that is said is where, whom to trust and who we are. Anything more is for
   * the library, which first looks through the whole class path, a tenth of a manager's start.
   */
  Optional<Config> plain() {
    if (!only(context, PLAIN_CONTEXT) || !only(cluster, PLAIN_CLUSTER) || !only(user, PLAIN_USER)) {
      return Optional.empty();
    }
    return Optional.of(
        new ConfigBuilder(Config.empty())
            .withMasterUrl(cluster.path("server").asText())
            .withCaCertData(text(cluster, "certificate-authority-data"))
            .withClientCertData(text(user, "client-certificate-data"))
            .withClientKeyData(text(user, "client-key-data"))
            .withAutoOAuthToken(text(user, "token"))
            .withNamespace(text(context, "namespace"))
            .build());
  }

  private static @Nullable String text(JsonNode entry, String key) {
    return entry.hasNonNull(key) ? entry.path(key).asText() : null;
  }

  private static boolean only(JsonNode entry, Set<String> known) {
    for (Iterator<String> names = entry.fieldNames(); names.hasNext(); ) {
      if (!known.contains(names.next())) {
        return false;
      }
    }
    return true;
  }
}
