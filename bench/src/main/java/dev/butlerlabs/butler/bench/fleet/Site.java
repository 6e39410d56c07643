package dev.butlerlabs.butler.bench.fleet;

import dev.butlerlabs.butler.bench.startup.Folders;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.supervise.Snapshot;
import dev.butlerlabs.butler.sandbox.plane.supervise.Supervisor;
import dev.butlerlabs.butler.sandbox.platform.Platform;
import dev.butlerlabs.butler.sandbox.platform.PlatformSettings;
import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A platform for one run: real etcd, API server and Cluster API, and of the manager what makes
 * clusters. Its folder goes with it.
 */
final class Site implements AutoCloseable {

  static final String MANAGER = "manager";
  static final String CORE = "cluster-api-core";
  static final String KUBEADM = "cluster-api-kubeadm";

  /** A busy API server answers late, which is part of what is measured. */
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(1);

  private final Deque<Closeable> toClose = new ArrayDeque<>();
  private final Home home;
  private final Supervisor supervisor;
  private final KubernetesClient client;

  Site() throws IOException, InterruptedException {
    var clock = InstantSource.system();
    var toolchain =
        new Toolchain(ToolchainSettings.fromEnvironment(System.getenv()), Progress.silent(), clock);
    var tools = toolchain.ensure(PlatformSettings.neededTools());
    var folder = Files.createTempDirectory("butler-fleet-");
    toClose.push(() -> Folders.remove(folder));
    try {
      home = Home.claim(folder.resolve("home"));
      toClose.push(home::close);
      supervisor = Supervisor.open(home, clock, _ -> {});
      toClose.push(supervisor::close);
      var settings =
          new PlatformSettings(
              home,
              tools,
              toolchain.clusterApiManifests(),
              ControllersMain.command(),
              true,
              PlatformSettings.Charts.STAND_INS);
      var platform = Platform.start(settings, supervisor, clock.instant(), _ -> {}, _ -> {});
      toClose.push(platform::close);
      var access = Kubeconfigs.fromFile(platform.plane().adminFile()).orElseThrow();
      client =
          Clients.connect(
              access, ClientSettings.named("butler-bench").withCallTimeout(CALL_TIMEOUT));
      toClose.push(client);
    } catch (RuntimeException | InterruptedException failed) {
      close();
      throw failed;
    }
  }

  KubernetesClient client() {
    return client;
  }

  Path auditLog() {
    return home.folder("logs").resolve("audit.log");
  }

  long pid(String part) {
    return supervisor.snapshots().stream()
        .filter(one -> one.name().equals(part))
        .map(Snapshot::pid)
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(part + " does not run"));
  }

  Processors processors() {
    return Processors.of(
        supervisor.snapshots().stream()
            .filter(one -> one.pid() != null)
            .collect(Collectors.toMap(Snapshot::name, one -> Objects.requireNonNull(one.pid()))));
  }

  void stop(String part) throws InterruptedException {
    supervisor.stop(part);
  }

  @Override
  public void close() throws IOException {
    while (!toClose.isEmpty()) {
      toClose.pop().close();
    }
  }
}
