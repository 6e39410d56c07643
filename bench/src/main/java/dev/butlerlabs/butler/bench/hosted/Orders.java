package dev.butlerlabs.butler.bench.hosted;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.pki.Kubeconfig;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Control planes that are ordered, put to sleep, woken and taken back. */
public final class Orders {

  static final String NAMESPACE = "bench-planes";

  private static final String NAME = "steward.butlerlabs.dev/name";
  private static final int CONTROLLER_MANAGER = 10257;
  private static final int SCHEDULER = 10259;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration PATIENCE_FOR_ALL = Duration.ofMinutes(40);

  private final KubernetesClient client;

  public Orders(KubernetesClient client) {
    this.client = client;
    var namespace = new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata();
    client.resource(namespace.build()).serverSideApply();
  }

  /** From the order to the first answer its administrator gets. */
  Duration answered(String name) {
    var start = System.nanoTime();
    client.resource(order(name)).create();
    return untilAnswered(name, start);
  }

  /** Returns when none of its programs run any more. */
  void sleep(String name) {
    scale(name, 0);
    Waiting.until(
        name + " to sleep",
        PATIENCE,
        () -> pods(Map.of(NAME, name)).isEmpty() ? Optional.of(true) : Optional.empty());
  }

  /** From the wish to the first answer its administrator gets. */
  Duration woken(String name) {
    var start = System.nanoTime();
    scale(name, 1);
    return untilAnswered(name, start);
  }

  private void scale(String name, int replicas) {
    wish(name, Map.of("controlPlane", Map.of("deployment", Map.of("replicas", replicas))));
  }

  /** Changes what is wanted of it. */
  void wish(String name, Map<String, Object> wish) {
    plane(name)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            WireFormat.serialization().asJson(Map.of("spec", wish)));
  }

  /** From that many orders at once to when all of them are told to be Ready. */
  public Duration allReady(String prefix, int orders) {
    var seen = new ReadyCount(orders, prefix + "-");
    try (var _ = planes().inform(seen)) {
      var start = System.nanoTime();
      for (var i = 0; i < orders; i++) {
        client.resource(order(prefix + "-" + i)).create();
      }
      seen.all().orTimeout(PATIENCE_FOR_ALL.toSeconds(), TimeUnit.SECONDS).join();
      return Duration.ofNanos(System.nanoTime() - start);
    }
  }

  /**
   * Waits until the programs that follow each API server say that they are well, which a control
   * plane does not wait for to be Ready.
   */
  void followersWell() {
    try (var health = new Health()) {
      var awaited = new ArrayList<>(pods(Map.of()));
      Waiting.until(
          "controller managers and schedulers",
          PATIENCE,
          () -> {
            awaited.removeIf(
                pod -> {
                  var host = pod.getStatus().getPodIP();
                  return health.good(host, CONTROLLER_MANAGER) && health.good(host, SCHEDULER);
                });
            return awaited.isEmpty() ? Optional.of(true) : Optional.empty();
          });
    }
  }

  /** How often programs of control planes had to be started again. */
  int restarts() {
    return pods(Map.of()).stream()
        .map(Pod::getStatus)
        .flatMap(
            status -> Stream.of(status.getInitContainerStatuses(), status.getContainerStatuses()))
        .flatMap(List::stream)
        .mapToInt(ContainerStatus::getRestartCount)
        .sum();
  }

  private List<Pod> pods(Map<String, String> labels) {
    return client.pods().inNamespace(NAMESPACE).withLabels(labels).list().getItems();
  }

  private Duration untilAnswered(String name, long start) {
    var login = Waiting.until("the kubeconfig of " + name, PATIENCE, () -> administrator(name));
    try (var visitor = new Visitor(login)) {
      Waiting.until(
          "an answer of " + name,
          PATIENCE,
          () ->
              visitor.ask("/api/v1/namespaces/default") == 200
                  ? Optional.of(true)
                  : Optional.empty());
    }
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** A control plane of that version, from the order to the first answer. */
  Kubeconfig answered(String name, String version, int replicas) {
    client.resource(order(name, version, replicas)).create();
    untilAnswered(name, System.nanoTime());
    return administrator(name).orElseThrow();
  }

  private Optional<Kubeconfig> administrator(String name) {
    return Optional.ofNullable(
            client.secrets().inNamespace(NAMESPACE).withName(name + "-admin-kubeconfig").get())
        .map(secret -> secret.getData().get("admin.conf"))
        .map(text -> Kubeconfig.parse(new String(Base64.getDecoder().decode(text), UTF_8)));
  }

  /** Returns when nothing of it runs any more. */
  void takeBack(String name) {
    plane(name).delete();
    Waiting.until(
        "the end of " + name,
        PATIENCE,
        () -> plane(name).get() == null ? Optional.of(true) : Optional.empty());
  }

  /** Several at once. */
  public void takeBack(String prefix, int orders) {
    for (var i = 0; i < orders; i++) {
      plane(prefix + "-" + i).delete();
    }
    for (var i = 0; i < orders; i++) {
      takeBack(prefix + "-" + i);
    }
  }

  private Resource<GenericKubernetesResource> plane(String name) {
    return planes().withName(name);
  }

  private NonNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      planes() {
    return client
        .genericKubernetesResources("steward.butlerlabs.dev/v1alpha1", "TenantControlPlane")
        .inNamespace(NAMESPACE);
  }

  private static GenericKubernetesResource order(String name) {
    return order(name, "v1.36.3", 1);
  }

  private static GenericKubernetesResource order(String name, String version, int replicas) {
    var order = new GenericKubernetesResource();
    order.setApiVersion("steward.butlerlabs.dev/v1alpha1");
    order.setKind("TenantControlPlane");
    order.setMetadata(new ObjectMetaBuilder().withNamespace(NAMESPACE).withName(name).build());
    order.setAdditionalProperty(
        "spec",
        Map.of(
            "kubernetes", Map.of("version", version, "kubelet", Map.of()),
            "controlPlane",
                Map.of(
                    "deployment", Map.of("replicas", replicas),
                    "service", Map.of("serviceType", "LoadBalancer"))));
    return order;
  }
}
