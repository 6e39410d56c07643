package dev.butlerlabs.butler.bench.hosted;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.bench.startup.Folders;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import dev.butlerlabs.butler.sandbox.node.NodeSettings;
import dev.butlerlabs.butler.sandbox.node.ProcessNode;
import dev.butlerlabs.butler.sandbox.node.plan.Images;
import dev.butlerlabs.butler.sandbox.plane.Binaries;
import dev.butlerlabs.butler.sandbox.plane.ControlPlane;
import dev.butlerlabs.butler.sandbox.plane.Mode;
import dev.butlerlabs.butler.sandbox.plane.PlaneSettings;
import dev.butlerlabs.butler.sandbox.plane.TenantStore;
import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.supervise.Supervisor;
import dev.butlerlabs.butler.sandbox.toolchain.Located;
import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A management cluster whose only node starts nothing: API server, controllers, scheduler and the
 * etcd of the tenants are real, pods are said to be ready at once. No manager runs here.
 */
final class Site implements AutoCloseable {

  private final Deque<AutoCloseable> toClose = new ArrayDeque<>();
  private final SystemTimeline timeline = new SystemTimeline();
  private final ControlPlane plane;
  private final KubernetesClient client;

  Site() throws Exception {
    try {
      var folder = Files.createTempDirectory("butler-site-");
      toClose.push(() -> Folders.remove(folder));
      toClose.push(timeline);
      var settings = ToolchainSettings.fromEnvironment(System.getenv());
      var tools =
          new Toolchain(settings, Progress.silent(), InstantSource.system()).ensure(Binaries.TOOLS);
      var home = Home.claim(folder.resolve("home"));
      toClose.push(home);
      var supervisor = Supervisor.open(home, InstantSource.system(), _ -> {});
      toClose.push(supervisor);
      var now = timeline.instant();
      var binaries = Binaries.of(tools);
      plane =
          ControlPlane.start(
              new PlaneSettings(home, Mode.SANDBOX, binaries), supervisor, now, _ -> {});
      toClose.push(plane);
      client =
          Clients.connect(
              Kubeconfigs.fromFile(plane.adminFile()).orElseThrow(),
              ClientSettings.named("butler-bench"));
      toClose.push(client);
      var store = TenantStore.start(home, Mode.SANDBOX, etcd(tools), supervisor, now, _ -> {});
      toClose.push(store);
      install(store);
      plane.awaitControllers();
      toClose.push(ProcessNode.start(node(home), timeline, _ -> {}));
    } catch (Exception failed) {
      close();
      throw failed;
    }
  }

  private static Path etcd(Map<Tool, Located> tools) {
    return Objects.requireNonNull(tools.get(Tool.ETCD)).path();
  }

  private NodeSettings node(Home home) {
    return new NodeSettings(
        "simulated",
        home,
        plane.url(),
        plane.authority(),
        Images.of(Map.of()),
        NodeSettings.Mode.SIMULATED,
        "v" + Tool.KUBE_APISERVER.version(),
        List.of());
  }

  private void install(TenantStore store) throws InterruptedException {
    for (var kind : new String[] {"datastores", "tenantcontrolplanes"}) {
      apply(resource("/crds/" + kind + ".steward.butlerlabs.dev.yaml"));
    }
    apply(
        Objects.requireNonNull(
            ProcessNode.class.getResourceAsStream("access.yaml"), "the node's rights"));
    store.awaitReady();
    var text =
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: butler-system}
        ---
        apiVersion: v1
        kind: Secret
        metadata: {name: tenant-store, namespace: butler-system}
        data: {ca.crt: %s, ca.key: %s, tls.crt: %s, tls.key: %s}
        ---
        apiVersion: steward.butlerlabs.dev/v1alpha1
        kind: DataStore
        metadata: {name: default}
        spec:
          driver: etcd
          endpoints: ["%s"]
          tlsConfig:
            certificateAuthority:
              certificate: {secretReference: {name: tenant-store, namespace: butler-system, keyPath: ca.crt}}
              privateKey: {secretReference: {name: tenant-store, namespace: butler-system, keyPath: ca.key}}
            clientCertificate:
              certificate: {secretReference: {name: tenant-store, namespace: butler-system, keyPath: tls.crt}}
              privateKey: {secretReference: {name: tenant-store, namespace: butler-system, keyPath: tls.key}}
        """
            .formatted(
                base64(store.authority().certificatePem()),
                base64(store.authority().key().pem()),
                base64(store.root().certificatePem()),
                base64(store.root().key().pem()),
                store.endpoint());
    Waiting.until(
        "the kind DataStore",
        Duration.ofSeconds(30),
        () -> {
          try (var yaml = new ByteArrayInputStream(text.getBytes(UTF_8))) {
            apply(yaml);
            return Optional.of(true);
          } catch (IOException | RuntimeException notServedYet) {
            return Optional.empty();
          }
        });
  }

  private static InputStream resource(String name) {
    return Objects.requireNonNull(Site.class.getResourceAsStream(name), name);
  }

  private void apply(InputStream yaml) {
    client.load(yaml).fieldManager("butler-bench").forceConflicts().serverSideApply();
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  Path kubeconfig() {
    return plane.adminFile();
  }

  KubernetesClient client() {
    return client;
  }

  @Override
  public void close() {
    while (!toClose.isEmpty()) {
      try {
        toClose.pop().close();
      } catch (Exception failed) {
        throw new UncheckedIOException(new IOException("a part did not stop", failed));
      }
    }
  }
}
