package dev.butlerlabs.butler.sandbox.platform;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * One object the platform installs, with a mark of its content so that an unchanged one is not
 * written again.
 *
 * @param collection the path of its kind below the API server, for example {@code
 *     /apis/rbac.authorization.k8s.io/v1/clusterroles}
 */
record Manifest(String collection, String name, ObjectNode body) {

  static final String MARK = "sandbox.butler.butlerlabs.dev/content";

  static Manifest of(ObjectNode body) {
    var version = body.path("apiVersion").asText();
    var root = version.contains("/") ? "/apis/" : "/api/";
    var namespace = body.at("/metadata/namespace").asText();
    var within = namespace.isEmpty() ? "" : "/namespaces/" + namespace;
    var name = body.at("/metadata/name").asText();
    var kind = body.path("kind").asText();
    return new Manifest(root + version + within + "/" + plural(kind), name, marked(body));
  }

  /** Enough for the kinds of Kubernetes itself that are installed here. */
  private static String plural(String kind) {
    return kind.toLowerCase(Locale.ROOT) + "s";
  }

  private static ObjectNode marked(ObjectNode body) {
    var copy = body.deepCopy();
    copy.withObject("/metadata").withObject("/annotations").put(MARK, digest(body.toString()));
    return copy;
  }

  private static String digest(String text) {
    try {
      var sha = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(sha, 0, 10);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }

  String mark() {
    return body.at("/metadata/annotations").path(MARK).asText();
  }

  boolean isNamespace() {
    return collection.equals("/api/v1/namespaces");
  }

  String path() {
    return collection + "/" + name;
  }
}
