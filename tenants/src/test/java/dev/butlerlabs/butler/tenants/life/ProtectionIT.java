package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.DeletionGrace;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.admission.AdmissionGate;
import dev.butlerlabs.butler.kube.admission.AdmissionSettings;
import dev.butlerlabs.butler.kube.admission.Reach;
import dev.butlerlabs.butler.tenants.TenantControllers;
import dev.butlerlabs.butler.tenants.life.plan.Ending.Keeps;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.KubectlResult;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The API server holds it with the manager stopped. */
@OnRealApiServer
class ProtectionIT {

  private static final String PROTECTION = "butler.butlerlabs.dev/deletion-protection";
  private static final String DRAIN = "butler.butlerlabs.dev/deletion-drain";
  private static final String GRACE = "butler.butlerlabs.dev/deletion-grace-period";

  private TestCluster cluster;
  private KubernetesClient client;
  private String policy;

  @BeforeEach
  void register(TestCluster own) {
    cluster = own;
    cluster.installResources("crds/tenantclusters.butler.butlerlabs.dev.yaml");
    client = cluster.client(WireFormat.serialization());
    policy = cluster.namespace() + "-tenantcluster-deletion";
    var settings =
        AdmissionSettings.usual(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new Reach.ByUrl(URI.create("https://127.0.0.1:0")),
            cluster.namespace());
    Timeline timeline = SteppedTimeline.atNewYear();
    try (var gate =
        new AdmissionGate(
            client,
            timeline,
            new SimpleMeterRegistry(),
            settings,
            List.of(),
            TenantControllers.policies())) {
      gate.start();
      Await.untilTrue("registered", () -> gate.problems().isEmpty());
    }
    order("probe", "{%s: 'true'}".formatted(PROTECTION), "");
    Await.untilTrue("the API server holds it", () -> deleted("probe").exit() != 0);
  }

  /** It holds for all namespaces; other tests have theirs. */
  @AfterEach
  void withdraw() {
    var kinds = client.admissionRegistration().v1();
    kinds.validatingAdmissionPolicyBindings().withName(policy).delete();
    kinds.validatingAdmissionPolicies().withName(policy).delete();
    Await.untilTrue("the API server holds it no more", () -> deleted("probe").exit() == 0);
  }

  @Test
  @DisplayName("H22: a protected cluster is not deleted, and it is said what to do")
  void protectedClusterIsRefused() {
    order("own", "{%s: 'true'}".formatted(PROTECTION), "");
    order("kept", "{}", "true");
    order("lost", "{%s: 3 days}".formatted(GRACE), "");
    order("odd", "{%s: disks}".formatted(DRAIN), "");
    order("plain", "{%s: volumes}".formatted(DRAIN), "");

    assertThat(deleted("own").stderr())
        .startsWith("Error from server (Forbidden)")
        .contains(
            "TenantCluster %s/own is protected by the annotation %s; remove the annotation, then"
                .formatted(cluster.namespace(), PROTECTION));
    assertThat(deleted("kept").stderr())
        .contains("/kept is protected by its team")
        .contains("set the annotation " + PROTECTION + " to false, then delete it again");
    assertThat(deleted("lost").stderr())
        .contains("/lost says \"3 days\" in the annotation " + GRACE)
        .contains("such as 72h, or 0s");
    assertThat(deleted("odd").stderr())
        .contains("/odd says \"disks\" in the annotation " + DRAIN)
        .contains("write load-balancers, volumes or none");
    assertThat(deleted("plain").exit()).isZero();
  }

  /** What the API server decides, and what the reconciler does with a deletion it never saw. */
  @Test
  void bothSayTheSameOfEveryCluster() {
    for (var said : List.of("", "true", "false", "yes")) {
      for (var team : List.of("", "true", "false")) {
        for (var grace : List.of("", "72h", "0s", "1h30m", "soon", "-1h")) {
          var notes =
              "{%s%s}"
                  .formatted(
                      said.isEmpty() ? "" : "%s: '%s', ".formatted(PROTECTION, said),
                      grace.isEmpty() ? "" : "%s: '%s'".formatted(GRACE, grace));
          var stored = order("one", notes, team);
          var refused =
              Protection.keeps(stored) != Keeps.NOBODY
                  || DeletionGrace.unreadable(stored).isPresent();
          assertThat(deleted("one").exit() != 0)
              .as("refused with %s and the team's word '%s'", notes, team)
              .isEqualTo(refused);
          client.resource(stored).edit(ProtectionIT::bare);
          client.resource(stored).delete();
        }
      }
    }
  }

  private static TenantCluster bare(TenantCluster cluster) {
    cluster.getMetadata().setAnnotations(Map.of(PROTECTION, "false"));
    return cluster;
  }

  private TenantCluster order(String name, String notes, String team) {
    var made =
        cluster.kubectlReading(
            """
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: TenantCluster
            metadata: {name: %s, annotations: %s}
            spec: {}
            """
                .formatted(name, notes),
            "create",
            "-f",
            "-");
    assertThat(made.stderr()).isEmpty();
    if (!team.isEmpty()) {
      var status = "{\"status\": {\"effective\": {\"deletionProtection\": %s}}}".formatted(team);
      var told =
          cluster.kubectl(
              "patch", "tenantcluster", name, "--subresource=status", "--type=merge", "-p", status);
      assertThat(told.stderr()).isEmpty();
    }
    return client
        .resources(TenantCluster.class)
        .inNamespace(cluster.namespace())
        .withName(name)
        .require();
  }

  private KubectlResult deleted(String name) {
    return cluster.kubectl("delete", "tenantcluster", name, "--dry-run=server");
  }
}
