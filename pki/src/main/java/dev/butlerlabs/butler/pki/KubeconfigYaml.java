package dev.butlerlabs.butler.pki;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The YAML form of a {@link Kubeconfig}; messages name fields, never their contents. */
final class KubeconfigYaml {

  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .build();

  private KubeconfigYaml() {}

  static String write(Kubeconfig config) {
    var context = config.user() + "@" + config.cluster();
    var root = YAML.createObjectNode();
    root.put("apiVersion", "v1").put("kind", "Config").put("current-context", context);
    entry(root, "clusters", config.cluster(), "cluster", cluster(config));
    entry(root, "users", config.user(), "user", login(config.login()));
    entry(root, "contexts", context, "context", context(config));
    try {
      return YAML.writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A kubeconfig could not be written as YAML", e);
    }
  }

  private static ObjectNode cluster(Kubeconfig config) {
    var cluster = YAML.createObjectNode();
    cluster.put("server", config.server().toString());
    cluster.put("certificate-authority-data", encode(Pem.write(config.authorities())));
    if (config.tlsServerName() != null) {
      cluster.put("tls-server-name", config.tlsServerName());
    }
    return cluster;
  }

  private static ObjectNode login(Kubeconfig.Login login) {
    var user = YAML.createObjectNode();
    switch (login) {
      case Kubeconfig.Login.Certificate(var chain, var key) ->
          user.put("client-certificate-data", encode(Pem.write(chain)))
              .put("client-key-data", encode(key.pem()));
      case Kubeconfig.Login.Token(var token) -> user.put("token", token);
    }
    return user;
  }

  private static ObjectNode context(Kubeconfig config) {
    var context = YAML.createObjectNode();
    context.put("cluster", config.cluster()).put("user", config.user());
    if (config.namespace() != null) {
      context.put("namespace", config.namespace());
    }
    return context;
  }

  private static void entry(
      ObjectNode root, String list, String name, String field, ObjectNode value) {
    root.putArray(list).addObject().put("name", name).set(field, value);
  }

  static Kubeconfig read(String yaml) {
    var root = tree(yaml);
    var context = find(root, "contexts", require(root, "current-context"), "context");
    var clusterName = require(context, "cluster");
    var cluster = find(root, "clusters", clusterName, "cluster");
    var userName = require(context, "user");
    return new Kubeconfig(
        clusterName,
        server(require(cluster, "server")),
        Pem.certificates(decode(cluster, "certificate-authority-data")),
        optional(cluster, "tls-server-name"),
        userName,
        login(find(root, "users", userName, "user")),
        optional(context, "namespace"));
  }

  private static Kubeconfig.Login login(JsonNode user) {
    var token = optional(user, "token");
    if (token != null) {
      return new Kubeconfig.Login.Token(token);
    }
    return new Kubeconfig.Login.Certificate(
        Pem.certificates(decode(user, "client-certificate-data")),
        SigningKey.parse(decode(user, "client-key-data")));
  }

  private static URI server(String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      throw new UnreadableInput("The kubeconfig's server is not an address", e);
    }
  }

  /** The parser's own message quotes the text around the fault, so it goes no further. */
  private static JsonNode tree(String yaml) {
    try {
      var root = YAML.readTree(yaml);
      if (root != null && root.isObject()) {
        return root;
      }
    } catch (JsonProcessingException e) {
      throw new UnreadableInput("The kubeconfig is not YAML" + line(e));
    }
    throw new UnreadableInput("The kubeconfig is empty or not a YAML object");
  }

  private static String line(JsonProcessingException e) {
    return e.getLocation() == null ? "" : " (see line " + e.getLocation().getLineNr() + ")";
  }

  private static JsonNode find(JsonNode root, String list, String name, String field) {
    for (var entry : root.path(list)) {
      if (name.equals(entry.path("name").asText()) && entry.path(field).isObject()) {
        return entry.path(field);
      }
    }
    throw new UnreadableInput(
        "The kubeconfig names '%s' but has no such entry under '%s'".formatted(name, list));
  }

  private static String require(JsonNode node, String field) {
    var value = optional(node, field);
    if (value == null) {
      throw new UnreadableInput("The kubeconfig has no '" + field + "'");
    }
    return value;
  }

  private static @Nullable String optional(JsonNode node, String field) {
    var value = node.path(field);
    return value.isValueNode() && !value.isNull() && !value.asText().isEmpty()
        ? value.asText()
        : null;
  }

  private static String encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String decode(JsonNode node, String field) {
    var text = require(node, field);
    try {
      return new String(Base64.getMimeDecoder().decode(text), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new UnreadableInput("The kubeconfig's '" + field + "' is not base64", e);
    }
  }
}
