package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.api.catalog.CrdFiles;
import dev.butlerlabs.butler.kube.config.Sources;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.KubectlResult;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/** Managers of a test, started and asked as their operators do. */
final class Hands {

  static final Duration PATIENCE = Duration.ofMinutes(3);

  /** A machine is looked at every ten seconds while it is built. */
  static final Duration MACHINE = Duration.ofMinutes(5);

  private static final String POOL =
      """
      apiVersion: butler.butlerlabs.dev/v1alpha1
      kind: NetworkPool
      metadata: {name: probe}
      spec: {cidr: 10.99.0.0/24}
      """;

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private Hands() {}

  static void installKinds(TestCluster cluster) {
    cluster.installResources(
        CrdFiles.names().stream().map(name -> "crds/" + name).toArray(String[]::new));
  }

  /** Registrations outlive their managers on purpose: without one nothing gets past unseen. */
  static void forgetClosedManagers(TestCluster cluster) {
    cluster.client().admissionRegistration().v1().validatingWebhookConfigurations().delete();
    Await.untilTrue(
        "nobody who is closed is asked",
        PATIENCE,
        () ->
            !cluster
                .kubectlReading(POOL, "apply", "--dry-run=server", "-f", "-")
                .stderr()
                .contains("failed calling webhook"));
  }

  static void awaitReady(Wiring manager) {
    Await.untilTrue("ready", PATIENCE, () -> status(manager, "/readyz") == 200);
  }

  static Wiring manager(TestCluster cluster, String identity) {
    return manager(cluster.config(), cluster, identity);
  }

  static Wiring manager(Config access, TestCluster cluster, String identity, String... more) {
    return new Wiring(access, config(cluster, identity, more));
  }

  static ManagerConfig config(TestCluster cluster, String identity, String... more) {
    var addons = "--addons-folder=" + Path.of("target", "addons", cluster.namespace(), identity);
    var given = Stream.of(more).anyMatch(flag -> flag.startsWith("--addons-folder="));
    var flags =
        Stream.of(
                Stream.of(
                    "--admin-address=127.0.0.1:0",
                    "--webhook-address=127.0.0.1:0",
                    "--webhook-url=https://127.0.0.1:0",
                    "--namespace=" + cluster.namespace(),
                    "--identity=" + identity),
                given ? Stream.<String>empty() : Stream.of(addons),
                Stream.of(more))
            .flatMap(some -> some)
            .toList();
    return ManagerConfig.read(Sources.of(flags, Map.of(), null)).orElseThrow();
  }

  static boolean leads(Wiring manager) {
    try {
      return ask(manager, "/metrics").body().contains("butler_manager_leading 1.0");
    } catch (IOException | InterruptedException notYet) {
      return false;
    }
  }

  static int status(Wiring manager, String path) {
    try {
      return ask(manager, path).statusCode();
    } catch (IOException | InterruptedException notYet) {
      return 0;
    }
  }

  static HttpResponse<String> ask(Wiring manager, String path)
      throws IOException, InterruptedException {
    var port = manager.adminAddress().getPort();
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    return HTTP.send(request, BodyHandlers.ofString());
  }

  static KubectlResult apply(TestCluster cluster, String manifest) {
    return cluster.kubectlReading(manifest, "apply", "-f", "-");
  }

  static String status(TestCluster cluster, String object, String field) {
    return cluster.kubectl("get", object, "-o", "jsonpath={.status." + field + "}").stdout();
  }

  /** By watching: to ask again and again would take a core from everybody else. */
  static void awaitTold(TestCluster cluster, String object, String field, Object value) {
    var kind = object.substring(0, object.indexOf('/'));
    cluster
        .await()
        .within(MACHINE)
        .until(
            "%s of %s is %s".formatted(field, object, value),
            cluster
                .client()
                .genericKubernetesResources("butler.butlerlabs.dev/v1alpha1", kind)
                .inNamespace(cluster.namespace())
                .withName(object.substring(kind.length() + 1)),
            one -> value.equals(one.get("status", field)));
  }
}
