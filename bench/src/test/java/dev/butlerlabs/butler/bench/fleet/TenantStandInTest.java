package dev.butlerlabs.butler.bench.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.TlsContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What Cluster API itself makes of it shows in {@code FleetBenchE2E}. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class TenantStandInTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private @Nullable TenantStandIn opened;

  @BeforeEach
  void open() throws IOException {
    opened = TenantStandIn.open();
  }

  @AfterEach
  void close() throws IOException {
    standIn().close();
  }

  @Test
  void eachTenantHasNodesOfItsOwn() throws IOException {
    standIn().join("one", node("worker"));

    try (var one = client("one", false);
        var two = client("two", false)) {
      assertThat(one.nodes().list().getItems())
          .extracting(found -> found.getMetadata().getName())
          .containsExactly("worker");
      assertThat(two.nodes().list().getItems()).isEmpty();
      assertThat(one.getKubernetesVersion().getGitVersion()).contains("stand-in");
    }
  }

  @Test
  void patchesMergeAndAreSeenByWhoeverWatches() throws Exception {
    standIn().join("one", node("worker"));
    var kubeconfig = standIn().kubeconfig("one", false);
    var address =
        kubeconfig.address() + "/api/v1/nodes?watch=true&sendInitialEvents=true&timeoutSeconds=600";
    try (var one = client("one", false);
        var http = HttpClient.newBuilder().sslContext(TlsContext.of(kubeconfig)).build();
        var events =
            http.send(
                    HttpRequest.newBuilder(URI.create(address)).timeout(PATIENCE).build(),
                    BodyHandlers.ofInputStream())
                .body()) {
      var lines = new BufferedReader(new InputStreamReader(events, UTF_8));
      assertThat(lines.readLine()).contains("ADDED").contains("local://one/worker");
      assertThat(lines.readLine()).contains("BOOKMARK").contains("k8s.io/initial-events-end");

      one.nodes()
          .withName("worker")
          .patch(
              PatchContext.of(PatchType.STRATEGIC_MERGE),
              "{\"metadata\": {\"labels\": {\"a/b\": \"c\"}}, \"spec\": {\"taints\": null}}");

      var told = new ObjectMapper().readTree(lines.readLine());
      assertThat(told.path("type").asText()).isEqualTo("MODIFIED");
      assertThat(told.at("/object/spec").has("taints")).isFalse();
      assertThat(told.at("/object/spec/providerID").asText()).isEqualTo("local://one/worker");
      assertThat(told.at("/object/metadata/labels").toString())
          .isEqualTo("{\"kept\":\"yes\",\"a/b\":\"c\"}");
      // Closing waits for nobody: the stream would go on for minutes.
      http.shutdownNow();
    }
  }

  @Test
  void nobodyAnswersForATenantThatIsDark() throws IOException {
    standIn().join("one", node("worker"));
    try (var dark = client("one", true)) {
      assertThatThrownBy(() -> dark.nodes().list()).isInstanceOf(KubernetesClientException.class);
    }
  }

  @Test
  void whatItDoesNotHaveIsNotFound() {
    try (var one = client("one", false)) {
      assertThat(one.nodes().withName("worker").get()).isNull();
      assertThat(one.secrets().inNamespace("kube-system").withName("none").get()).isNull();
    }
  }

  private TenantStandIn standIn() {
    return Objects.requireNonNull(opened);
  }

  private KubernetesClient client(String tenant, boolean dark) {
    Kubeconfig kubeconfig = standIn().kubeconfig(tenant, dark);
    var config = Config.fromKubeconfig(kubeconfig.render());
    config.setRequestRetryBackoffLimit(0);
    config.setRequestTimeout((int) (dark ? Duration.ofSeconds(2) : PATIENCE).toMillis());
    config.setConnectionTimeout((int) (dark ? Duration.ofSeconds(2) : PATIENCE).toMillis());
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  private static ObjectNode node(String name) throws IOException {
    return (ObjectNode)
        new ObjectMapper()
            .readTree(
                """
                {"apiVersion": "v1", "kind": "Node",
                 "metadata": {"name": "%1$s", "labels": {"kept": "yes"}},
                 "spec": {"providerID": "local://one/%1$s",
                   "taints": [{"key": "a", "effect": "NoSchedule"}]}}
                """
                    .formatted(name));
  }
}
