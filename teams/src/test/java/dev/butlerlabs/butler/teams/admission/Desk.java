package dev.butlerlabs.butler.teams.admission;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.admission.AdmissionGate;
import dev.butlerlabs.butler.kube.admission.AdmissionSettings;
import dev.butlerlabs.butler.kube.admission.Reach;
import dev.butlerlabs.butler.teams.TeamControllers;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.KubectlResult;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** An API server that asks our rules, and a user with kubectl before it. */
final class Desk implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final SystemTimeline timeline = new SystemTimeline();
  private final TestCluster cluster;
  private final KubernetesClient client;
  private final AdmissionSettings settings;
  private final AdmissionGate gate;

  Desk(TestCluster cluster) {
    this.cluster = cluster;
    cluster.installResources(
        "crds/teams.butler.butlerlabs.dev.yaml",
        "crds/users.butler.butlerlabs.dev.yaml",
        "crds/butlerconfigs.butler.butlerlabs.dev.yaml",
        "crds/providerconfigs.butler.butlerlabs.dev.yaml",
        "crds/clustercreationpolicies.butler.butlerlabs.dev.yaml",
        "crds/tenantclusters.butler.butlerlabs.dev.yaml");
    this.client = cluster.client(WireFormat.serialization());
    this.settings =
        AdmissionSettings.usual(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new Reach.ByUrl(URI.create("https://127.0.0.1:0")),
            cluster.namespace());
    this.gate =
        new AdmissionGate(
            client,
            timeline,
            new SimpleMeterRegistry(),
            settings,
            TeamControllers.admissions(client),
            List.of());
    gate.start();
    Await.untilTrue("registered", PATIENCE, () -> gate.problems().isEmpty());
    Await.untilTrue(
        "asked",
        PATIENCE,
        () -> probe().stderr().contains("there is no ProviderConfig butler-system/nowhere"));
  }

  /** What only our rules refuse. */
  private KubectlResult probe() {
    return write(
        "TenantCluster", "probe", "{providerConfigRef: {name: nowhere}}", "--dry-run=server");
  }

  /** The team's namespace, which is the test's. */
  public String home() {
    return cluster.namespace();
  }

  /** The Team whose namespace is the test's own. */
  KubectlResult team(String spec) {
    return write("Team", home(), spec);
  }

  KubectlResult order(String name, String spec) {
    return write("TenantCluster", name, spec);
  }

  KubectlResult write(String kind, String name, String spec, String... flags) {
    return cluster.kubectlReading(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: %s
        metadata: {name: %s}
        spec: %s
        """
            .formatted(kind, name, spec),
        Stream.concat(Stream.of("apply", "-f", "-"), Arrays.stream(flags)).toArray(String[]::new));
  }

  /**
   * Lets everybody who signed in write Teams, policies and orders, so that only the rules say no.
   */
  void letTeamsBeWritten() {
    cluster
        .kubectlReading(
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: write-teams}
            rules:
              - apiGroups: [butler.butlerlabs.dev]
                resources: [teams, clustercreationpolicies, tenantclusters]
                verbs: [get, list, watch, create, update, patch]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: write-teams}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: write-teams}
            subjects:
              - {apiGroup: rbac.authorization.k8s.io, kind: Group, name: system:authenticated}
            """,
            "apply",
            "-f",
            "-")
        .requireSuccess();
    Await.untilTrue(
        "it is in force",
        PATIENCE,
        () ->
            cluster
                .kubectl("auth", "can-i", "patch", "tenantclusters", "--as=eve@x.org")
                .stdout()
                .startsWith("yes"));
  }

  KubectlResult teamAs(String user, String spec) {
    return writeAs(user, "Team", home(), spec);
  }

  KubectlResult writeAs(String user, String kind, String name, String spec) {
    return write(kind, name, spec, "--as=" + user);
  }

  KubectlResult policy(String name, String spec) {
    return write("ClusterCreationPolicy", name, spec);
  }

  KubectlResult kubectl(String... arguments) {
    return cluster.kubectl(arguments);
  }

  /** As somebody who is no administrator of the cluster, by name; rights are not the question. */
  KubectlResult orderAs(String user, String name, String environment, String annotations) {
    return cluster.kubectlReading(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantCluster
        metadata:
          name: %s
          labels: {butler.butlerlabs.dev/environment: %s}
          annotations: %s
        spec: {}
        """
            .formatted(name, environment, annotations),
        "create",
        "-f",
        "-",
        "--as=" + user,
        "--as-group=system:masters");
  }

  @Override
  public void close() {
    gate.close();
    client
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName(settings.registration())
        .delete();
    // Until the API server knows that, it refuses what nobody is there to judge.
    Await.untilTrue("asked no more", PATIENCE, () -> probe().exit() == 0);
    client.resources(ButlerConfig.class).delete();
    cluster.kubectl("delete", "team", home(), "--ignore-not-found");
    timeline.close();
  }
}
