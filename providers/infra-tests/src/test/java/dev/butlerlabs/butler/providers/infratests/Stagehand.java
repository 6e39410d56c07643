package dev.butlerlabs.butler.providers.infratests;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.providers.infratests.Scene.Vendor;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.failures.Failure;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;

/** Puts the objects of a scene into a real API server, with what they say of themselves. */
final class Stagehand {

  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
  private static final ObjectMapper WIRE = WireFormat.mapper();
  private static final Set<String> MADE_BEFORE = Set.of("Namespace", "ProviderConfig");

  private static final Set<String> OURS =
      Set.of(
          "Cluster",
          "StewardControlPlane",
          "MachineDeployment",
          "ProxmoxCluster",
          "NutanixCluster",
          "KubevirtCluster",
          "AWSCluster",
          "AzureCluster",
          "LocalCluster");

  private final KubernetesClient client;

  Stagehand(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Stores the order without a word about how it is.
   *
   * @return its UID, which the namespace with its parts is named after
   */
  String order(Failure failure, String home) {
    var order = (ObjectNode) failure.find("TenantCluster").orElseThrow().deepCopy();
    order.remove("status");
    order.withObject("/spec").remove("teamRef");
    order.set(
        "metadata",
        WIRE.createObjectNode()
            .put("name", "web")
            .put("namespace", home)
            .set("finalizers", WIRE.createArrayNode().add("butler.butlerlabs.dev/tenantcluster")));
    return client
        .resource(WIRE.convertValue(order, GenericKubernetesResource.class))
        .create()
        .getMetadata()
        .getUid();
  }

  /** How the order is comes last: who looks at it then sees everything else. */
  void set(Scene scene) {
    place(scene);
    if (scene.failure().name().equals("webhook-down")) {
      Backdrop.breakWebhook(client, scene);
    }
    if (scene.failure().name().equals("delete-namespace-stuck")) {
      holdNamespace(scene);
    }
    if (scene.lets("ProviderConfig")) {
      account(scene);
    }
    scene.objects().stream()
        .filter(one -> !MADE_BEFORE.contains(kind(one)))
        .sorted(Comparator.comparing(one -> kind(one).equals("TenantCluster")))
        .forEach(one -> put(one, scene));
    scene.objects().stream()
        .filter(one -> kind(one).equals("Namespace"))
        .filter(one -> one.at("/metadata").has("deletionTimestamp"))
        .forEach(_ -> client.namespaces().withName(scene.place()).delete());
  }

  private void place(Scene scene) {
    client
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName(scene.place())
                .withLabels(
                    Map.of(
                        "butler.butlerlabs.dev/source-namespace", scene.home(),
                        "butler.butlerlabs.dev/source-name", "web",
                        "butler.butlerlabs.dev/applied-by", "butler-tenants"))
                .endMetadata()
                .build())
        .fieldManager("butler-butler-tenants")
        .serverSideApply();
    // Without it the API server takes no pods.
    Await.untilTrue(
        "pods can be made in " + scene.place(),
        () ->
            client.serviceAccounts().inNamespace(scene.place()).withName("default").get() != null);
  }

  private void holdNamespace(Scene scene) {
    client
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(scene.place())
                .withName("kept")
                .withFinalizers("example.org/keep")
                .endMetadata()
                .build())
        .create();
  }

  /** Settings as users write them; the failure says how the account is. */
  private void account(Scene scene) {
    var config =
        scene.objects().stream()
            .filter(one -> kind(one).equals("ProviderConfig"))
            .findFirst()
            .orElseThrow();
    if (scene.vendor() == Vendor.LOCAL) {
      config.putObject("spec").put("provider", "local");
    } else {
      var platform = Platform.valueOf(scene.vendor().name());
      config.set("spec", WIRE.valueToTree(WholeCluster.settings(platform)));
      if (config.at("/spec/network").isObject()) {
        config.withObject("/spec/network").put("gateway", "10.40.0.1");
        config.withObject("/spec/network").putArray("dnsServers").add("10.40.0.2");
        addresses(scene);
      }
      var ref = config.withObject("/spec/credentialsRef").put("name", "pve-account");
      var key = platform.credentials().key();
      if (key != null) {
        ref.put("key", key);
      }
      if (!scene.failure().name().equals("credential-secret-missing")) {
        secret(platform, scene);
      }
    }
    put(config, scene);
  }

  /** A pool, and a range of it for the nodes unless the failure says more of one. */
  private void addresses(Scene scene) {
    var pool = WIRE.createObjectNode();
    pool.put("apiVersion", "butler.butlerlabs.dev/v1alpha1").put("kind", "NetworkPool");
    pool.putObject("metadata").put("name", "lab").put("namespace", scene.platform());
    pool.putObject("spec").put("cidr", "10.40.0.0/22");
    put(pool, scene);
    if (!scene.lets("IPAllocation")) {
      var claim = WIRE.createObjectNode();
      claim.put("apiVersion", "butler.butlerlabs.dev/v1alpha1").put("kind", "IPAllocation");
      claim.putObject("metadata").put("name", "web-nodes").put("namespace", scene.platform());
      claim.putObject("status").put("phase", "Allocated");
      put(claim, scene);
    }
  }

  private void secret(Platform platform, Scene scene) {
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(scene.platform())
                .withName("pve-account")
                .endMetadata()
                .withStringData(platform.secret())
                .build())
        .create();
  }

  private void put(ObjectNode object, Scene scene) {
    var status = object.remove("status");
    var leaves = object.at("/metadata").has("deletionTimestamp");
    var meta = object.withObject("/metadata");
    meta.remove("deletionTimestamp");
    meta.remove("uid");
    meta.remove("creationTimestamp");
    Props.complete(object, scene);
    if (leaves && !meta.has("finalizers")) {
      meta.putArray("finalizers").add("test.example.org/hold");
    }
    Class<? extends HasMetadata> type =
        kind(object).equals("Pod") ? Pod.class : GenericKubernetesResource.class;
    var there = client.resource(WIRE.convertValue(object, type));
    make(object, there);
    if (status instanceof ObjectNode told) {
      Props.completeStatus(kind(object), told, scene);
      if (kind(object).equals("TenantCluster")) {
        told.remove("cause");
      }
      there
          .subresource("status")
          .patch(MERGE, WIRE.createObjectNode().set("status", told).toString());
    }
    if (leaves) {
      there.delete();
    }
  }

  /** What Butler itself writes must be its own; what somebody else set stays theirs. */
  private void make(ObjectNode object, Resource<? extends HasMetadata> there) {
    if (kind(object).equals("TenantCluster")) {
      return;
    }
    if (!OURS.contains(kind(object))) {
      there.create();
      return;
    }
    var bare = object.deepCopy();
    var paused = bare.at("/spec/paused").asBoolean();
    bare.withObject("/spec").remove("paused");
    client
        .resource(WIRE.convertValue(bare, GenericKubernetesResource.class))
        .fieldManager("butler-butler-tenants")
        .serverSideApply();
    if (paused) {
      there.patch(MERGE, "{\"spec\": {\"paused\": true}}");
    }
  }

  static String kind(ObjectNode object) {
    return object.path("kind").asText();
  }
}
