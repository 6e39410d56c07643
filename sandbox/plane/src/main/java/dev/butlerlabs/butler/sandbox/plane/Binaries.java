package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.toolchain.Located;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where the programs of the control plane lie on this machine. */
public record Binaries(
    Path etcd, Path kubeApiserver, Path kubeControllerManager, Path kubeScheduler) {

  /** What to ask the tool chain for. */
  public static final Set<Tool> TOOLS =
      Set.of(Tool.ETCD, Tool.KUBE_APISERVER, Tool.KUBE_CONTROLLER_MANAGER, Tool.KUBE_SCHEDULER);

  /** All of them in one folder under their usual names. */
  public static Binaries in(Path folder) {
    return new Binaries(
        folder.resolve("etcd"),
        folder.resolve("kube-apiserver"),
        folder.resolve("kube-controller-manager"),
        folder.resolve("kube-scheduler"));
  }

  /** What the tool chain found, fetched or built. */
  public static Binaries of(Map<Tool, Located> located) {
    return new Binaries(
        path(located, Tool.ETCD),
        path(located, Tool.KUBE_APISERVER),
        path(located, Tool.KUBE_CONTROLLER_MANAGER),
        path(located, Tool.KUBE_SCHEDULER));
  }

  private static Path path(Map<Tool, Located> located, Tool tool) {
    var found = located.get(tool);
    if (found == null) {
      throw new IllegalArgumentException(
          "The tool chain was not asked for " + tool + "; ask for all of " + TOOLS);
    }
    return found.path();
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
