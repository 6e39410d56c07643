package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.sandbox.plane.Binaries;
import dev.butlerlabs.butler.sandbox.plane.ControlPlane;
import dev.butlerlabs.butler.sandbox.plane.Mode;
import dev.butlerlabs.butler.sandbox.plane.PlaneSettings;
import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.supervise.Snapshot;
import dev.butlerlabs.butler.sandbox.plane.supervise.Supervisor;
import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainSettings;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

/** An API server for one test alone, which may be killed: its supervisor starts it again. */
final class OwnApiServer implements AutoCloseable {

  private static final String APISERVER = "kube-apiserver";

  private final Home home;
  private final Supervisor supervisor;
  private final ControlPlane plane;

  OwnApiServer(Path folder) throws InterruptedException {
    var clock = InstantSource.system();
    home = Home.claim(folder.resolve("home"));
    supervisor = Supervisor.open(home, clock, _ -> {});
    var settings = new PlaneSettings(home, Mode.TEST, binaries());
    plane = ControlPlane.start(settings, supervisor, clock.instant(), _ -> {});
  }

  KubernetesClient connect() throws IOException {
    var config = Config.fromKubeconfig(Files.readString(plane.adminFile()));
    // The client takes every PKCS#8 key for RSA unless told.
    config.setClientKeyAlgo("EC");
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  void kill() {
    var pid = snapshot().pid();
    if (pid == null) {
      throw new AssertionError("the API server does not run: " + snapshot().cause());
    }
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
  }

  boolean isBack() {
    var now = snapshot();
    return now.restarts() > 0 && now.state() == Snapshot.State.READY;
  }

  private Snapshot snapshot() {
    return supervisor.snapshots().stream()
        .filter(one -> one.name().equals(APISERVER))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    plane.close();
    supervisor.close();
    home.close();
  }

  private static Binaries binaries() {
    var settings = ToolchainSettings.fromEnvironment(System.getenv());
    var tools = new Toolchain(settings, Progress.silent(), InstantSource.system());
    var controllers = tools.require(Tool.KUBE_CONTROLLER_MANAGER).path();
    return new Binaries(
        tools.require(Tool.ETCD).path(),
        tools.require(Tool.KUBE_APISERVER).path(),
        controllers,
        // A plane for tests starts no scheduler and asks for none.
        controllers.resolveSibling("kube-scheduler"));
  }
}
