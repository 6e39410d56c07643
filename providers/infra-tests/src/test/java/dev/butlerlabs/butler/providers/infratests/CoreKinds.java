package dev.butlerlabs.butler.providers.infratests;

import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Cluster API's own kinds with room for a status, which the tables leave out. What we write to them
 * is held against the tables elsewhere.
 */
final class CoreKinds {

  private static final Map<String, String> KINDS =
      Map.of(
          "Cluster", "cluster.x-k8s.io",
          "Machine", "cluster.x-k8s.io",
          "MachineSet", "cluster.x-k8s.io",
          "MachineDeployment", "cluster.x-k8s.io",
          "MachineHealthCheck", "cluster.x-k8s.io",
          "KubeadmConfig", "bootstrap.cluster.x-k8s.io",
          "KubeadmConfigTemplate", "bootstrap.cluster.x-k8s.io");

  private CoreKinds() {}

  /** In place of those from the tables, which come back with the next installation of these. */
  static void install(TestCluster cluster) {
    var client = cluster.client();
    KINDS.forEach(
        (kind, group) ->
            client
                .resource(definition(kind, group, "v1beta2"))
                .fieldManager("tables")
                .forceConflicts()
                .serverSideApply());
    KINDS.forEach(
        (kind, group) ->
            Await.untilTrue(
                kind + " keeps a status", () -> keepsAStatus(cluster, group + "/v1beta2", kind)));
  }

  /** A platform's kinds, which take whatever their provider might say; until the tables return. */
  static void installOpen(TestCluster cluster, List<String> kinds) {
    var group = "infrastructure.cluster.x-k8s.io";
    for (var kind : kinds) {
      cluster
          .client()
          .resource(definition(kind, group, Tables.version(kind)))
          .fieldManager("tables")
          .forceConflicts()
          .serverSideApply();
    }
    for (var kind : kinds) {
      var api = group + "/" + Tables.version(kind);
      Await.untilTrue(kind + " keeps a status", () -> keepsAStatus(cluster, api, kind));
    }
  }

  private static CustomResourceDefinition definition(String kind, String group, String version) {
    var plural = kind.toLowerCase(Locale.ROOT) + "s";
    return new CustomResourceDefinitionBuilder()
        .withNewMetadata()
        .withName(plural + "." + group)
        .endMetadata()
        .withNewSpec()
        .withGroup(group)
        .withScope("Namespaced")
        .withNewNames()
        .withPlural(plural)
        .withSingular(kind.toLowerCase(Locale.ROOT))
        .withKind(kind)
        .withListKind(kind + "List")
        .endNames()
        .addNewVersion()
        .withName(version)
        .withServed(true)
        .withStorage(true)
        .withNewSubresources()
        .withNewStatus()
        .endStatus()
        .endSubresources()
        .withNewSchema()
        .withNewOpenAPIV3Schema()
        .withType("object")
        .withXKubernetesPreserveUnknownFields(true)
        .endOpenAPIV3Schema()
        .endSchema()
        .endVersion()
        .endSpec()
        .build();
  }

  private static boolean keepsAStatus(TestCluster cluster, String api, String kind) {
    var probe = new GenericKubernetesResource();
    probe.setApiVersion(api);
    probe.setKind(kind);
    probe.setMetadata(new ObjectMetaBuilder().withName("probe").build());
    probe.setAdditionalProperty("status", Map.of("kept", "yes"));
    var there =
        cluster
            .client()
            .genericKubernetesResources(api, kind)
            .inNamespace(cluster.namespace())
            .resource(probe);
    if (there.get() == null) {
      there.create();
    }
    var told =
        there
            .subresource("status")
            .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\": {\"kept\": \"yes\"}}");
    var kept = told.getAdditionalProperties().get("status") != null;
    if (kept) {
      there.delete();
    }
    return kept;
  }
}
