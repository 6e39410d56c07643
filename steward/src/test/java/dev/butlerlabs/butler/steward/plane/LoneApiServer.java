package dev.butlerlabs.butler.steward.plane;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Driver;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import dev.butlerlabs.butler.steward.plane.plan.Room;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.FreePort;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The API server of a plan on a store of its own, without the controllers beside it. */
final class LoneApiServer implements AutoCloseable {

  private static final String REVIEW =
      "{\"apiVersion\": \"authentication.k8s.io/v1\", \"kind\": \"SelfSubjectReview\"}";

  final World world;
  final RealTenant processes;
  final int storePort = FreePort.next();
  private final int port = FreePort.next();

  /**
   * Its store runs; {@link #follow} starts it.
   *
   * @param more top-level fields of the order, in YAML
   */
  LoneApiServer(Path folder, String more) throws IOException {
    world = new World(Planes.of("shop", spec(port) + more));
    world.now = Instant.now();
    world.room =
        new Room.Ready(
            "default",
            Driver.ETCD,
            List.of("127.0.0.1:" + storePort),
            World.STORE.certificatePem());
    processes = new RealTenant(folder);
    processes.startStore(World.STORE, storePort, world.now);
  }

  private static String spec(int port) {
    return """
    dataStore: default
    kubernetes: {version: v1.36.3, kubelet: {}}
    controlPlane:
      service: {serviceType: ClusterIP}
      deployment:
        replicas: 1
        extraArgs:
          apiServer: [--bind-address=127.0.0.1, --endpoint-reconciler-type=none]
    networkProfile: {address: 127.0.0.1, port: %d}
    """
        .formatted(port);
  }

  /** The same tenant with other top-level fields. */
  void order(String more) {
    var next = Planes.of("shop", spec(port) + more);
    next.setStatus(world.plane.getStatus());
    world.plane = next;
  }

  /** What was planned, and whether pods were replaced for it. */
  record Step(Plan plan, boolean replaced) {}

  /** Plans once more and runs what is planned. */
  Step follow() throws IOException {
    var fresh = world.deployment == null;
    var before = world.rollouts;
    var plan = world.run();
    var replaced = fresh || world.rollouts > before;
    if (replaced) {
      processes.replaceApiServer(plan.deployment().orElseThrow(), world.plan().secrets());
      awaitServing();
    }
    world.rollOut();
    return new Step(plan, replaced);
  }

  private void awaitServing() throws IOException {
    try (var client = client()) {
      Await.untilTrue("the tenant serves", Duration.ofMinutes(2), () -> serves(client));
    } catch (AssertionError late) {
      throw new AssertionError(processes.log("kube-apiserver"), late);
    }
  }

  private static boolean serves(KubernetesClient client) {
    try {
      return "ok".equals(client.raw("/readyz"))
          && client.namespaces().withName("default").get() != null;
    } catch (KubernetesClientException notYet) {
      return false;
    }
  }

  String config() {
    return Objects.requireNonNull(world.keys.get(Part.ADMIN)).text("super-admin.conf");
  }

  /** Its administrator; to be closed. */
  KubernetesClient client() {
    var access = Kubeconfigs.fromBytes(config().getBytes(UTF_8), "of the test").orElseThrow();
    return Clients.connect(access, ClientSettings.named("steward-test"));
  }

  /** Who somebody with this token is; the answer's status is 401 when it is nobody. */
  HttpResponse<String> whoIs(String token) throws IOException, InterruptedException {
    var address =
        URI.create(
            "https://127.0.0.1:%d/apis/authentication.k8s.io/v1/selfsubjectreviews"
                .formatted(port));
    var request =
        HttpRequest.newBuilder(address)
            .timeout(Duration.ofSeconds(30))
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + token)
            .POST(BodyPublishers.ofString(REVIEW));
    var authorities = Kubeconfig.parse(config()).authorities();
    try (var http = HttpClient.newBuilder().sslContext(TlsContext.trusting(authorities)).build()) {
      return http.send(request.build(), BodyHandlers.ofString());
    }
  }

  /** Lines of the audit log, which goes where all else goes that the API server says. */
  List<JsonNode> audited() throws IOException {
    var mapper = WireFormat.mapper();
    var found = new ArrayList<JsonNode>();
    for (var line : processes.lines("kube-apiserver")) {
      if (line.startsWith("{\"kind\":\"Event\",\"apiVersion\":\"audit.k8s.io/v1\"")) {
        found.add(mapper.readTree(line));
      }
    }
    return found;
  }

  @Override
  public void close() {
    processes.close();
  }
}
