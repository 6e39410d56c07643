package dev.butlerlabs.butler.sandbox.platform;

import dev.butlerlabs.butler.sandbox.node.plan.Image;
import dev.butlerlabs.butler.sandbox.node.plan.Images;
import dev.butlerlabs.butler.sandbox.node.plan.KnownPrograms;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which images the sandbox can run: those whose program the tool chain has, at its version. */
final class NodeImages {

  private NodeImages() {}

  static Images of(PlatformSettings settings) {
    return Images.of(table(settings));
  }

  private static Map<String, Image> table(PlatformSettings settings) {
    var table = new LinkedHashMap<String, Image>();
    table.put(
        kubernetes(Tool.KUBE_APISERVER),
        KnownPrograms.kubeApiserver(path(settings, Tool.KUBE_APISERVER)));
    table.put(
        kubernetes(Tool.KUBE_CONTROLLER_MANAGER),
        KnownPrograms.kubeControllerManager(path(settings, Tool.KUBE_CONTROLLER_MANAGER)));
    table.put(
        kubernetes(Tool.KUBE_SCHEDULER),
        KnownPrograms.kubeScheduler(path(settings, Tool.KUBE_SCHEDULER)));
    table.put(kubernetes(Tool.KUBECTL), Image.of(path(settings, Tool.KUBECTL)));
    var etcd = KnownPrograms.etcd(path(settings, Tool.ETCD));
    table.put("gcr.io/etcd-development/etcd:v" + Tool.ETCD.version(), etcd);
    table.put("registry.k8s.io/etcd:" + Tool.ETCD.version() + "-0", etcd);
    return table;
  }

  private static String kubernetes(Tool tool) {
    return "registry.k8s.io/" + tool.binary() + ":v" + tool.version();
  }

  private static String path(PlatformSettings settings, Tool tool) {
    return settings.program(tool).toString();
  }
}
