package dev.butlerlabs.butler.sandbox.platform;

import dev.butlerlabs.butler.sandbox.node.plan.Image;
import dev.butlerlabs.butler.sandbox.node.plan.Images;
import dev.butlerlabs.butler.sandbox.node.plan.KnownPrograms;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Which images the sandbox can run: those whose program the tool chain has, at its version. */
final class NodeImages {

  private static final List<Tool> API_SERVERS =
      List.of(Tool.KUBE_APISERVER, Tool.KUBE_APISERVER_1_35);
  private static final List<Tool> CONTROLLER_MANAGERS =
      List.of(Tool.KUBE_CONTROLLER_MANAGER, Tool.KUBE_CONTROLLER_MANAGER_1_35);
  private static final List<Tool> SCHEDULERS =
      List.of(Tool.KUBE_SCHEDULER, Tool.KUBE_SCHEDULER_1_35);

  private NodeImages() {}

  static Images of(PlatformSettings settings) {
    return Images.of(table(settings));
  }

  private static Map<String, Image> table(PlatformSettings settings) {
    var table = new LinkedHashMap<String, Image>();
    API_SERVERS.forEach(tool -> put(table, settings, tool, KnownPrograms::kubeApiserver));
    CONTROLLER_MANAGERS.forEach(
        tool -> put(table, settings, tool, KnownPrograms::kubeControllerManager));
    SCHEDULERS.forEach(tool -> put(table, settings, tool, KnownPrograms::kubeScheduler));
    if (settings.has(Tool.KINE)) {
      // It listens on a socket of its pod, so nothing is adapted.
      table.put(
          "docker.io/rancher/kine:v" + Tool.KINE.version(), Image.of(path(settings, Tool.KINE)));
    }
    table.put(kubernetes(Tool.KUBECTL), Image.of(path(settings, Tool.KUBECTL)));
    var etcd = KnownPrograms.etcd(path(settings, Tool.ETCD));
    table.put("gcr.io/etcd-development/etcd:v" + Tool.ETCD.version(), etcd);
    table.put("registry.k8s.io/etcd:" + Tool.ETCD.version() + "-0", etcd);
    return table;
  }

  private static void put(
      Map<String, Image> table,
      PlatformSettings settings,
      Tool tool,
      Function<String, Image> image) {
    if (settings.has(tool)) {
      table.put(kubernetes(tool), image.apply(path(settings, tool)));
    }
  }

  private static String kubernetes(Tool tool) {
    return "registry.k8s.io/" + tool.binary() + ":v" + tool.version();
  }

  private static String path(PlatformSettings settings, Tool tool) {
    return settings.program(tool).toString();
  }
}
