package dev.butlerlabs.butler.api.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.schema.Crds;
import dev.butlerlabs.butler.api.workspaces.Workspace;
import dev.butlerlabs.butler.api.workspaces.WorkspaceSpec;
import dev.butlerlabs.butler.api.workspaces.WorkspaceStatus;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A field of a newer version, which our types do not have, survives what we write. */
@OnRealApiServer
class UnknownFieldsIT {

  private static final String NEWER =
      """
      apiVersion: butler.butlerlabs.dev/v1alpha1
      kind: Workspace
      metadata:
        name: newer
      spec:
        clusterRef:
          name: web
        owner: grace@example.com
        image: registry.example.com/devtools/java:25
        mood: cheerful
      """;

  @Test
  void fieldOfANewerVersionSurvivesOurApplyAndStatusWrite(TestCluster cluster) {
    installNewer(cluster);
    try {
      cluster.kubectlReading(NEWER, "create", "-f", "-").requireSuccess();
      patchStatus(cluster, "{\"status\":{\"mood\":\"busy\"}}");
      var client = cluster.client(WireFormat.serialization());

      client
          .resource(spec(cluster.namespace(), "grace@example.org"))
          .patch(as("butler-controller"));
      client
          .resource(status(cluster.namespace()))
          .subresource("status")
          .patch(as("butler-controller"));

      var stored = stored(client, cluster.namespace());
      assertThat(stored.at("/spec/mood").asText()).isEqualTo("cheerful");
      assertThat(stored.at("/spec/owner").asText()).isEqualTo("grace@example.org");
      assertThat(stored.at("/status/mood").asText()).isEqualTo("busy");
      assertThat(stored.at("/status/phase").asText()).isEqualTo("Running");
    } finally {
      cluster.kubectl("delete", "workspace", "newer", "--ignore-not-found").requireSuccess();
      Definitions.install(cluster);
    }
  }

  private static void installNewer(TestCluster cluster) {
    Definitions.install(cluster);
    var definition = Crds.of(Workspace.class);
    var root = definition.at("/spec/versions/0/schema/openAPIV3Schema/properties");
    for (var part : List.of("spec", "status")) {
      root.path(part).withObject("/properties").putObject("mood").put("type", "string");
    }
    cluster
        .client()
        .resource(read(definition.toString(), CustomResourceDefinition.class))
        .patch(as("testkit"));
    Await.untilTrue(
        "the server knows the newer field",
        () -> cluster.kubectlReading(NEWER, "create", "--dry-run=server", "-f", "-").exit() == 0);
  }

  private static void patchStatus(TestCluster cluster, String patch) {
    cluster
        .kubectl("patch", "workspace", "newer", "--subresource=status", "--type=merge", "-p", patch)
        .requireSuccess();
  }

  private static PatchContext as(String manager) {
    return new PatchContext.Builder()
        .withPatchType(PatchType.SERVER_SIDE_APPLY)
        .withFieldManager(manager)
        .withForce(true)
        .build();
  }

  private static Workspace spec(String namespace, String owner) {
    var workspace = named(namespace);
    workspace.setSpec(read("{\"owner\":\"" + owner + "\"}", WorkspaceSpec.class));
    return workspace;
  }

  private static Workspace status(String namespace) {
    var workspace = named(namespace);
    workspace.setStatus(read("{\"phase\":\"Running\"}", WorkspaceStatus.class));
    return workspace;
  }

  private static Workspace named(String namespace) {
    var workspace = new Workspace();
    workspace.setMetadata(
        new ObjectMetaBuilder().withName("newer").withNamespace(namespace).build());
    return workspace;
  }

  private static <T> T read(String json, Class<T> type) {
    return WireFormat.serialization().unmarshal(json, type);
  }

  private static JsonNode stored(KubernetesClient client, String namespace) {
    var path =
        "/apis/butler.butlerlabs.dev/v1alpha1/namespaces/%s/workspaces/newer".formatted(namespace);
    return read(client.raw(path), JsonNode.class);
  }
}
