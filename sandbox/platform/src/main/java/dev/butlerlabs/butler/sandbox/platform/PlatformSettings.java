package dev.butlerlabs.butler.sandbox.platform;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.toolchain.Located;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a platform is made of.
 *
 * @param manager the command that starts the manager; where it finds its cluster and where it
 *     listens is told by its environment
 * @param simulated whether nothing runs for pods, and all are said to be ready
 * @param charts where the charts of the catalog come from
 */
public record PlatformSettings(
    Home home,
    Map<Tool, Located> tools,
    Path clusterApiManifests,
    List<String> manager,
    boolean simulated,
    Charts charts) {

  public PlatformSettings {
    tools = Map.copyOf(tools);
    manager = List.copyOf(manager);
  }

  /** Where charts come from. */
  public enum Charts {
    /** A repository that the sandbox serves. */
    STAND_INS,
    /** Their projects, over the internet. */
    PUBLIC
  }

  /** Every program the platform runs. */
  public static List<Tool> neededTools() {
    return List.of(
        Tool.ETCD,
        Tool.KUBE_APISERVER,
        Tool.KUBE_CONTROLLER_MANAGER,
        Tool.KUBE_SCHEDULER,
        Tool.KUBECTL,
        Tool.CLUSTER_API_CONTROLLER,
        Tool.KUBEADM_BOOTSTRAP_CONTROLLER,
        Tool.HELM);
  }

  /**
   * What control planes of the minor before, and those on a database, run on; orders for them wait
   * until these are there.
   */
  public static List<Tool> furtherTools() {
    return List.of(
        Tool.KUBE_APISERVER_1_35,
        Tool.KUBE_CONTROLLER_MANAGER_1_35,
        Tool.KUBE_SCHEDULER_1_35,
        Tool.KINE);
  }

  boolean has(Tool tool) {
    return tools.containsKey(tool);
  }

  Path program(Tool tool) {
    var located = tools.get(tool);
    if (located == null) {
      throw new IllegalArgumentException(tool + " was not asked of the tool chain");
    }
    return located.path();
  }
}
