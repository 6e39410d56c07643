package dev.butlerlabs.butler.providers.contracttests.harvester;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hosts of the whole cluster, and pods on them, for one test: others see none. */
final class Hosts implements AutoCloseable {

  private final KubernetesClient admin;
  private final String namespace;
  private final List<String> nodes = new ArrayList<>();
  private int pods;

  Hosts(KubernetesClient admin, String namespace) {
    this.admin = admin;
    this.namespace = namespace;
    admin
        .resource(
            new ServiceAccountBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName("default")
                .endMetadata()
                .build())
        .serverSideApply();
  }

  enum Kind {
    PLAIN,
    ENDED,
    WITH_INIT
  }

  static Consumer<Node> tainted(String effect) {
    return node -> node.getSpec().setTaints(List.of(new Taint(effect, "role", null, "special")));
  }

  /** A ready host; the API server marks each new one as not ready, which is taken away. */
  void host(String name, String cpus, String memory, Consumer<Node> change) {
    var amounts = Map.of("cpu", new Quantity(cpus), "memory", new Quantity(memory));
    var node =
        new NodeBuilder()
            .withNewMetadata()
            .withName(namespace + "-" + name)
            .endMetadata()
            .withNewSpec()
            .endSpec()
            .withNewStatus()
            .withCapacity(amounts)
            .withAllocatable(amounts)
            .addNewCondition()
            .withType("Ready")
            .withStatus("True")
            .endCondition()
            .endStatus()
            .build();
    change.accept(node);
    var made = admin.resource(node).create();
    nodes.add(made.getMetadata().getName());
    made.getSpec().setTaints(node.getSpec().getTaints());
    made.setStatus(node.getStatus());
    var untainted = admin.resource(made).update();
    untainted.setStatus(node.getStatus());
    admin.resource(untainted).updateStatus();
  }

  /** A pod that requests this; with init, one that begins with three times as much. */
  void pod(String host, String cpus, String memory, Kind kind) {
    var pod =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName("on-a-host-" + pods++)
            .endMetadata()
            .withNewSpec()
            .withNodeName(namespace + "-" + host)
            .withAutomountServiceAccountToken(false)
            .addToContainers(container("guest", cpus, memory, null).build())
            .endSpec();
    if (kind == Kind.WITH_INIT) {
      pod.editSpec()
          .addToInitContainers(container("helper", cpus, memory, "Always").build())
          .addToInitContainers(container("first", "2", "2Gi", null).build())
          .endSpec();
    }
    var made = admin.resource(pod.build()).create();
    if (kind == Kind.ENDED) {
      admin
          .resource(made.edit().editOrNewStatus().withPhase("Succeeded").endStatus().build())
          .updateStatus();
    }
  }

  private static ContainerBuilder container(
      String name, String cpus, String memory, @Nullable String restart) {
    return new ContainerBuilder()
        .withName(name)
        .withImage("guest")
        .withRestartPolicy(restart)
        .withNewResources()
        .withRequests(Map.of("cpu", new Quantity(cpus), "memory", new Quantity(memory)))
        .endResources();
  }

  @Override
  public void close() {
    admin.pods().inNamespace(namespace).withGracePeriod(0).delete();
    nodes.forEach(name -> admin.nodes().withName(name).delete());
  }
}
