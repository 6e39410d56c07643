package dev.butlerlabs.butler.steward.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneSpec;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A management cluster that has ordered a tenant which serves already, and one controller in it.
 */
final class Landlord implements AutoCloseable {

  static final String PLANE = "shop";

  final TestCluster cluster;
  final KubernetesClient client;
  final SystemTimeline timeline = new SystemTimeline();
  final TenantClients tenants =
      new TenantClients(TenantSettings.usual("steward-test"), timeline, new SimpleMeterRegistry());

  private @Nullable Engine engine;

  Landlord(TestCluster cluster) {
    this.cluster = cluster;
    cluster.installResources(
        "crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml",
        "crds/kubeconfiggenerators.steward.butlerlabs.dev.yaml");
    client = cluster.client(WireFormat.serialization());
  }

  /** In place of the one that ran before, as if the process had been started anew. */
  <T extends HasMetadata> void start(Watches<T> watches, Reconciler<T> reconciler) {
    stop();
    var fresh =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                new SimpleMeterRegistry(),
                new Random(1)));
    fresh.add("tried", watches, reconciler, ControllerSettings.DEFAULT);
    fresh.start();
    engine = fresh;
  }

  private void stop() {
    if (engine != null) {
      engine.stop(Duration.ofSeconds(5));
    }
  }

  Await await() {
    return new Await(client).within(Duration.ofMinutes(3));
  }

  /** Orders it and tells that it serves, as the other controllers would. */
  TenantControlPlane order(ServedTenant tenant, String addons) {
    var plane = new TenantControlPlane();
    plane.setMetadata(
        new ObjectMetaBuilder().withNamespace(cluster.namespace()).withName(PLANE).build());
    plane.setSpec(
        spec(
            """
            kubernetes: {version: %s, kubelet: {}}
            controlPlane: {service: {serviceType: ClusterIP}}
            addons: %s
            """
                .formatted(tenant.version(), addons)));
    var stored = client.resource(plane).create();
    for (var part : List.of(Part.CA, Part.ADMIN)) {
      store(stored, part, tenant.secret(part));
    }
    cluster
        .kubectl(
            "patch", "tcp", PLANE, "--subresource=status", "--type=merge", "-p", served(tenant))
        .requireSuccess();
    return stored;
  }

  void store(TenantControlPlane plane, Part part, Map<String, String> texts) {
    var secret =
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace(plane.getMetadata().getNamespace())
            .withName(part.secretOf(plane.getMetadata().getName()))
            .addToLabels(Marks.PROJECT, Marks.STEWARD)
            .addNewOwnerReference()
            .withApiVersion(plane.getApiVersion())
            .withKind(plane.getKind())
            .withName(plane.getMetadata().getName())
            .withUid(plane.getMetadata().getUid())
            .endOwnerReference()
            .endMetadata()
            .withData(SecretText.encode(texts))
            .build();
    client.resource(secret).create();
  }

  private static String served(ServedTenant tenant) {
    return """
    {"status": {"controlPlaneEndpoint": "%s",
      "kubernetesResources": {"version": {"version": "%s", "status": "Ready"}},
      "conditions": [{"type": "Joinable", "status": "True", "reason": "Joinable", "message": "so",
        "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}
    """
        .formatted(tenant.server().substring("https://".length()), tenant.version());
  }

  static TenantControlPlaneSpec spec(String yaml) {
    try {
      var tree = new YAMLMapper().readTree(yaml);
      return WireFormat.mapper().treeToValue(tree, TenantControlPlaneSpec.class);
    } catch (JsonProcessingException wrong) {
      throw new UncheckedIOException(wrong);
    }
  }

  Resource<TenantControlPlane> plane() {
    return client
        .resources(TenantControlPlane.class)
        .inNamespace(cluster.namespace())
        .withName(PLANE);
  }

  void edit(String patch) {
    cluster.kubectl("patch", "tcp", PLANE, "--type=merge", "-p", patch).requireSuccess();
  }

  /** The words of all events about the control plane. */
  List<String> words(Function<String, Boolean> about) {
    return client.events().v1().events().inNamespace(cluster.namespace()).list().getItems().stream()
        .map(event -> String.valueOf(event.getNote()))
        .filter(about::apply)
        .toList();
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  @Override
  public void close() {
    // The tenant is shared: whoever comes next must not meet an order of ours.
    plane().delete();
    await().untilGone(plane());
    stop();
    tenants.close();
    timeline.close();
  }
}
