package dev.butlerlabs.butler.bench.startup;

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
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;

/**
 * etcd and kube-apiserver alone, with the flags the platform gives them, in a home that keeps its
 * data between starts.
 */
record BareParts(Path folder) {

  private static final Set<String> PARTS = Set.of("etcd", "kube-apiserver");

  /** From the start of each process to its ready answer, the two added up. */
  Duration start() throws InterruptedException {
    var clock = InstantSource.system();
    try (var home = Home.claim(folder);
        var supervisor = Supervisor.open(home, clock, _ -> {})) {
      var settings = new PlaneSettings(home, Mode.SANDBOX, binaries(clock));
      try (var _ = ControlPlane.start(settings, supervisor, clock.instant(), _ -> {})) {
        return supervisor.snapshots().stream()
            .filter(part -> PARTS.contains(part.name()))
            .map(BareParts::readyAfter)
            .reduce(Duration.ZERO, Duration::plus);
      }
    }
  }

  private static Duration readyAfter(Snapshot part) {
    var took = part.readyAfter();
    if (took == null) {
      throw new IllegalStateException(part.name() + " is not ready");
    }
    return took;
  }

  private static Binaries binaries(InstantSource clock) {
    var settings = ToolchainSettings.fromEnvironment(System.getenv());
    var tools = new Toolchain(settings, Progress.silent(), clock);
    return new Binaries(
        tools.require(Tool.ETCD).path(),
        tools.require(Tool.KUBE_APISERVER).path(),
        tools.require(Tool.KUBE_CONTROLLER_MANAGER).path(),
        tools.require(Tool.KUBE_SCHEDULER).path());
  }
}
