package dev.butlerlabs.butler.api.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.catalog.CrdFiles;
import dev.butlerlabs.butler.api.catalog.Kinds;
import dev.butlerlabs.butler.api.tenancy.User;
import dev.butlerlabs.butler.api.workspaces.Workspace;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class CrdInstallIT {

  private static final String WORKSPACE =
      """
      apiVersion: butler.butlerlabs.dev/v1alpha1
      kind: Workspace
      metadata:
        name: kept
      spec:
        clusterRef:
          name: web
        owner: grace@example.com
        image: registry.example.com/devtools/java:25
        storageSize: 20Gi
      """;

  @Test
  void everyDefinitionIsServedAndNoneIsWarnedAbout(TestCluster cluster) throws IOException {
    var all = new StringBuilder();
    for (var kind : Kinds.all()) {
      all.append("---\n").append(CrdFiles.yaml(kind));
    }

    var answer = cluster.kubectlReading(all.toString(), "apply", "--server-side", "-f", "-");
    Definitions.install(cluster);

    answer.requireSuccess();
    assertThat(answer.stderr()).isEmpty();
    assertThat(established(cluster)).containsAll(names());
  }

  @Test
  void objectsStoredBeforeADefinitionIsInstalledAgainStayAsTheyAre(TestCluster cluster) {
    Definitions.install(cluster);
    cluster.kubectlReading(WORKSPACE, "create", "-f", "-").requireSuccess();
    var client = cluster.client(WireFormat.serialization());
    var stored = client.resources(Workspace.class).inNamespace(cluster.namespace());
    var before = stored.withName("kept").require();

    Definitions.install(cluster);

    var after = stored.withName("kept").require();
    assertThat(after.getMetadata().getResourceVersion())
        .isEqualTo(before.getMetadata().getResourceVersion());
    assertThat(after.getSpec()).isEqualTo(before.getSpec());
    assertThat(client.resources(User.class).list().getItems()).isNotNull();
  }

  private static List<String> established(TestCluster cluster) {
    return cluster
        .client()
        .apiextensions()
        .v1()
        .customResourceDefinitions()
        .list()
        .getItems()
        .stream()
        .filter(
            crd ->
                crd.getStatus() != null
                    && crd.getStatus().getConditions() != null
                    && crd.getStatus().getConditions().stream()
                        .anyMatch(
                            c -> c.getType().equals("Established") && c.getStatus().equals("True")))
        .map(crd -> crd.getMetadata().getName())
        .toList();
  }

  private static List<String> names() {
    return Kinds.all().stream().map(CustomResource::getCRDName).toList();
  }
}
