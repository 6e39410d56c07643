package dev.butlerlabs.butler.tenants.objects.plan;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.clusters.Joining;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.api.clusters.WorkerPool.Effect;
import dev.butlerlabs.butler.api.clusters.WorkerPool.Taint;
import dev.butlerlabs.butler.kernel.Checksum;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.providers.spi.infrastructure.CloudFile;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing.Drawn;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Manifest;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeRegistration;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How the workers of a pool join: with kubeadm, from an image that has kubelet, kubeadm and a
 * container runtime.
 */
public final class Bootstrap {

  static final String API = "bootstrap.cluster.x-k8s.io/v1beta2";
  static final String KIND = "KubeadmConfigTemplate";

  /** Labels that kubelets may not give themselves; Cluster API puts them on Nodes. */
  private static final Pattern GIVEN =
      Pattern.compile(
          "(node-role\\.kubernetes\\.io|([^/]+\\.)?node-restriction\\.kubernetes\\.io"
              + "|([^/]+\\.)?node\\.cluster\\.x-k8s\\.io)/.*");

  /** On a Node: the pool it is of. */
  private static final String POOL = "butler.butlerlabs.dev/pool";

  private static final int HASH_LENGTH = 10;
  private static final ObjectMapper JSON = new ObjectMapper();

  private Bootstrap() {}

  /** Why workers of the pool could not join; empty when they can. */
  public static Optional<Problem> problem(Pool pool) {
    return Joining.problem(pool.name(), pool.os());
  }

  /** Why they could not join on this platform; empty when they can. */
  public static Optional<Problem> problem(Pool pool, NodeRegistration nodes) {
    return pool.os() == OsType.FLATCAR
        ? nodes
            .noIgnition()
            .map(
                why ->
                    new Problem(
                        Joining.field(pool.name()),
                        "flatcar starts with Ignition, and on this platform " + why,
                        Joining.INSTEAD))
        : Optional.empty();
  }

  static Manifest of(Order order, String namespace, Pool pool, Drawn drawn) {
    var spec =
        Fields.none()
            .withIf("format", pool.os() == OsType.FLATCAR ? "ignition" : "")
            .with(
                "joinConfiguration",
                Fields.of("nodeRegistration", node(order, pool, drawn.nodes())))
            .withList(
                "files", Optional.ofNullable(drawn.cloud()).map(Bootstrap::file).stream().toList())
            .withIf("ntp", time(order))
            .withList("users", pool.ownSshKey().map(Bootstrap::user).stream().toList());
    var content = Fields.of("spec", Fields.of("template", Fields.of("spec", spec))).map();
    var hash = Checksum.of(pool.name(), JSON.valueToTree(content).toString()).text();
    var name = order.name() + "-" + pool.name() + "-" + hash.substring(0, HASH_LENGTH);
    return new Manifest(API, KIND, namespace, name, Marks.part(order), Map.of(), content);
  }

  private static Fields file(CloudFile file) {
    return Fields.of("path", file.path())
        .with("owner", "root:root")
        .with("permissions", "0644")
        .with("content", file.content());
  }

  private static Fields node(Order order, Pool pool, NodeRegistration nodes) {
    var arguments = new TreeMap<>(nodes.kubeletArguments());
    if (!order.externalCloud()) {
      arguments.remove("cloud-provider");
    }
    arguments.put("node-labels", own(pool));
    return Fields.none()
        .withIf("name", nodes.name())
        .withList(
            "kubeletExtraArgs",
            arguments.entrySet().stream()
                .map(one -> Fields.of("name", one.getKey()).with("value", one.getValue()))
                .toList())
        .withList("taints", pool.taints().stream().map(Bootstrap::taint).toList());
  }

  /** Labels that a kubelet gives its Node when it registers it: the pool's name, and its own. */
  static String own(Pool pool) {
    var labels = new TreeMap<>(pool.labels());
    labels.keySet().removeIf(key -> GIVEN.matcher(key).matches());
    labels.put(POOL, pool.name());
    return labels.entrySet().stream()
        .map(label -> label.getKey() + "=" + label.getValue())
        .collect(Collectors.joining(","));
  }

  /** Labels that Cluster API keeps on the Nodes of the pool. */
  static Map<String, String> given(Pool pool) {
    var labels = new TreeMap<>(pool.labels());
    labels.keySet().removeIf(key -> !GIVEN.matcher(key).matches());
    return labels;
  }

  private static Fields taint(Taint taint) {
    return Fields.of("key", taint.key())
        .withIf("value", taint.value())
        .with("effect", effect(taint.effect()));
  }

  private static String effect(Effect effect) {
    return switch (effect) {
      case NO_SCHEDULE -> "NoSchedule";
      case PREFER_NO_SCHEDULE -> "PreferNoSchedule";
      case NO_EXECUTE -> "NoExecute";
    };
  }

  private static Fields time(Order order) {
    return order.timeServers().isEmpty()
        ? Fields.none()
        : Fields.of("enabled", true).with("servers", order.timeServers());
  }

  private static Fields user(String key) {
    return Fields.of("name", "butler")
        .with("lockPassword", true)
        .with("sudo", "ALL=(ALL) NOPASSWD:ALL")
        .with("sshAuthorizedKeys", List.of(key));
  }
}
