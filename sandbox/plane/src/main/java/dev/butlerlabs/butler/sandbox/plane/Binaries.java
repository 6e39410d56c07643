package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where the programs of the control plane lie on this machine. */
public record Binaries(
    Path etcd, Path kubeApiserver, Path kubeControllerManager, Path kubeScheduler) {

  /** All of them in one folder under their usual names. */
  public static Binaries in(Path folder) {
    return new Binaries(
        folder.resolve("etcd"),
        folder.resolve("kube-apiserver"),
        folder.resolve("kube-controller-manager"),
        folder.resolve("kube-scheduler"));
  }

  /** Refuses with all missing programs at once. */
  void requireFor(Mode mode) {
    var needed = new ArrayList<>(List.of(etcd, kubeApiserver, kubeControllerManager));
    if (mode == Mode.SANDBOX) {
      needed.add(kubeScheduler);
    }
    var missing = needed.stream().filter(file -> !Files.isExecutable(file)).toList();
    if (!missing.isEmpty()) {
      throw new Refusal(
          new Problem(
              "control plane",
              "these programs are missing or may not be executed: " + missing,
              "let the tool chain fetch or build them, or name them in its configuration"));
    }
  }
}
