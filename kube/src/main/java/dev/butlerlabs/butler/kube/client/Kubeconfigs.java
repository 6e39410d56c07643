package dev.butlerlabs.butler.kube.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.butlerlabs.butler.kernel.Problem;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads kubeconfigs, and what a pod finds in its place. */
public final class Kubeconfigs {

  /** Where a pod finds its credentials. */
  public static final Path POD_FOLDER = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

  /** What would make a kubeconfig from elsewhere run or read something on this machine. */
  private static final List<String> OUTWARD =
      List.of("exec", "auth-provider", "tokenFile", "client-certificate", "client-key");

  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final ObjectMapper JSON = new ObjectMapper();

  private Kubeconfigs() {}

  /** The operator's own file; it may name other files and credential programs. */
  public static Access fromFile(Path file) {
    try {
      var tree = parse(Files.readAllBytes(file));
      return usable(tree, file.toString())
          .or(() -> Entries.of(tree).plain().map(Kubeconfigs::access))
          .orElseGet(() -> access(Config.fromKubeconfig(file.toFile())));
    } catch (JsonProcessingException broken) {
      return unreadable(file.toString(), broken);
    } catch (IOException missing) {
      return new Access.Unusable(
          new Problem(
              "kubeconfig " + file, "cannot be read", "check the path and its permissions"));
    }
  }

  /**
   * A kubeconfig that came out of a cluster. It must hold all it needs: one that names a program, a
   * file or no certificate authority is refused.
   *
   * @param origin where it came from, for messages
   */
  public static Access fromBytes(byte[] kubeconfig, String origin) {
    try {
      var tree = parse(kubeconfig);
      var answer =
          usable(tree, origin)
              .or(() -> selfContained(tree, origin))
              .or(() -> Entries.of(tree).plain().map(Kubeconfigs::access));
      // Handed on as JSON: the library takes YAML in flow style for broken JSON.
      var text = JSON.writeValueAsString(tree);
      return answer.orElseGet(() -> access(Config.fromKubeconfig(text)));
    } catch (JsonProcessingException broken) {
      return unreadable(origin, broken);
    } catch (IOException impossible) {
      throw new UncheckedIOException("bytes in memory can always be read", impossible);
    }
  }

  private static Access access(Config config) {
    return new Access.Usable(ClientKeys.named(config));
  }

  /** What Kubernetes gives to a pod. The token is read anew for each call, as it is rotated. */
  public static Access inCluster(Map<String, String> environment, Path podFolder) {
    var host = environment.get("KUBERNETES_SERVICE_HOST");
    var port = environment.get("KUBERNETES_SERVICE_PORT");
    var token = podFolder.resolve("token");
    var authority = podFolder.resolve("ca.crt");
    if (host == null || port == null || !Files.isReadable(token) || !Files.isReadable(authority)) {
      return new Access.Unusable(
          new Problem(
              "in-cluster access",
              "KUBERNETES_SERVICE_HOST or the files in " + podFolder + " are missing",
              "run in a pod with a mounted service account, or name a kubeconfig"));
    }
    var bracketed = host.contains(":") ? "[" + host + "]" : host;
    var config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl("https://" + bracketed + ":" + port)
            .withCaCertFile(authority.toString())
            .withOauthTokenProvider(() -> read(token))
            .build();
    return new Access.Usable(config);
  }

  private static String read(Path token) {
    try {
      return Files.readString(token).strip();
    } catch (IOException gone) {
      throw new UncheckedIOException("cannot read the service account's token " + token, gone);
    }
  }

  private static JsonNode parse(byte[] kubeconfig) throws IOException {
    return YAML.readTree(kubeconfig);
  }

  /** The parser's own message quotes the text around the error, which may be a key. */
  private static Access unreadable(String origin, JsonProcessingException broken) {
    var where =
        Optional.ofNullable(broken.getLocation())
            .map(at -> " in line " + at.getLineNr())
            .orElse("");
    return new Access.Unusable(
        new Problem("kubeconfig " + origin, "is no YAML" + where, "write it anew"));
  }

  private static Optional<Access> usable(JsonNode tree, String origin) {
    var entries = Entries.of(tree);
    if (entries.context().isMissingNode()) {
      return problem(origin, "has no context that current-context names", "set current-context");
    }
    if (entries.user().isMissingNode()) {
      return problem(origin, "has no user for its current context", "add the user");
    }
    return address(entries.cluster())
        ? Optional.empty()
        : problem(origin, "has no https address for its current context", "set cluster.server");
  }

  private static boolean address(JsonNode cluster) {
    try {
      var server = URI.create(cluster.path("server").asText());
      return "https".equals(server.getScheme()) && server.getHost() != null;
    } catch (IllegalArgumentException wrong) {
      return false;
    }
  }

  private static Optional<Access> selfContained(JsonNode tree, String origin) {
    var entries = Entries.of(tree);
    for (var outward : OUTWARD) {
      if (entries.user().has(outward)) {
        return problem(origin, "wants " + outward + ", which is not allowed here", "inline it");
      }
    }
    return entries.cluster().hasNonNull("certificate-authority-data")
        ? Optional.empty()
        : problem(origin, "has no certificate-authority-data", "add the CA of the API server");
  }

  private static Optional<Access> problem(String origin, String trouble, String remedy) {
    return Optional.of(new Access.Unusable(new Problem("kubeconfig " + origin, trouble, remedy)));
  }
}
