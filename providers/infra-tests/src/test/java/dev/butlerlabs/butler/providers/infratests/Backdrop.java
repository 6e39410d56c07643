package dev.butlerlabs.butler.providers.infratests;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.providers.infratests.Scene.Vendor;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.stream.Stream;

/** The kinds that scenes are made of. */
final class Backdrop {

  private Backdrop() {}

  static void install(TestCluster cluster) {
    AcceptedIT.install(cluster);
    CoreKinds.install(cluster);
    CoreKinds.installOpen(
        cluster,
        Stream.of(Vendor.values())
            .filter(one -> one != Vendor.LOCAL && one != Vendor.GCP)
            .flatMap(one -> Stream.of(one.kind("Cluster"), one.kind("Machine")))
            .toList());
    withoutGcp(cluster);
    cluster.installResources(
        "crds/tenantclusters.butler.butlerlabs.dev.yaml",
        "crds/providerconfigs.butler.butlerlabs.dev.yaml",
        "crds/butlerconfigs.butler.butlerlabs.dev.yaml",
        "crds/tenantaddons.butler.butlerlabs.dev.yaml",
        "crds/imagesyncs.butler.butlerlabs.dev.yaml",
        "crds/ipallocations.butler.butlerlabs.dev.yaml",
        "crds/networkpools.butler.butlerlabs.dev.yaml",
        "crds/stewardcontrolplanes.controlplane.cluster.x-k8s.io.yaml",
        "crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml",
        "crds/datastores.steward.butlerlabs.dev.yaml",
        "crds/localmachines.infrastructure.cluster.x-k8s.io.yaml",
        "crds/localclusters.infrastructure.cluster.x-k8s.io.yaml",
        "crds/localmachinetemplates.infrastructure.cluster.x-k8s.io.yaml");
  }

  /** The platform whose provider nobody installed. */
  private static void withoutGcp(TestCluster cluster) {
    var all = cluster.client().apiextensions().v1().customResourceDefinitions();
    var name = "gcpclusters.infrastructure.cluster.x-k8s.io";
    all.withName(name).delete();
    Await.untilTrue("nobody serves " + name, () -> all.withName(name).get() == null);
  }

  /** Cluster API's program does not answer when it is asked about the scene's Cluster. */
  static void breakWebhook(KubernetesClient client, Scene scene) {
    client
        .resource(
            new ValidatingWebhookConfigurationBuilder()
                .withNewMetadata()
                .withName(scene.place())
                .endMetadata()
                .addNewWebhook()
                .withName("default.cluster.cluster.x-k8s.io")
                .withSideEffects("None")
                .withAdmissionReviewVersions("v1")
                .withFailurePolicy("Fail")
                .withNewClientConfig()
                .withUrl("https://127.0.0.1:1/validate")
                .endClientConfig()
                .withNewNamespaceSelector()
                .addToMatchLabels("kubernetes.io/metadata.name", scene.place())
                .endNamespaceSelector()
                .addNewRule()
                .withApiGroups("cluster.x-k8s.io")
                .withApiVersions("*")
                .withOperations("CREATE", "UPDATE")
                .withResources("clusters")
                .endRule()
                .endWebhook()
                .build())
        .create();
  }

  /** No order is left to controllers that others start. */
  static void strike(KubernetesClient client, Scene scene) {
    var order = client.resources(TenantCluster.class).inNamespace(scene.home()).withName("web");
    if (order.get() != null) {
      order.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\": {\"finalizers\": null}}");
      order.delete();
    }
    client
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName(scene.place())
        .delete();
    client.namespaces().withName(scene.place()).delete();
  }
}
