package dev.butlerlabs.butler.addons.admission;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.ManagementAddon;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.admission.AdmissionGate;
import dev.butlerlabs.butler.kube.admission.AdmissionSettings;
import dev.butlerlabs.butler.kube.admission.Reach;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.KubectlResult;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** An API server that asks our rules, and people with kubectl before it. */
final class Desk implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String MANAGER = "butler:manager";

  private final SystemTimeline timeline = new SystemTimeline();
  private final TestCluster cluster;
  private final KubernetesClient admin;
  private final KubernetesClient manager;
  private final AdmissionSettings settings;
  private final AdmissionGate gate;

  Desk(TestCluster cluster) {
    this.cluster = cluster;
    cluster.installResources(
        "crds/tenantaddons.butler.butlerlabs.dev.yaml",
        "crds/managementaddons.butler.butlerlabs.dev.yaml",
        "crds/addondefinitions.butler.butlerlabs.dev.yaml",
        "crds/tenantclusters.butler.butlerlabs.dev.yaml",
        "crds/teams.butler.butlerlabs.dev.yaml",
        "crds/butlerconfigs.butler.butlerlabs.dev.yaml");
    this.admin = cluster.client(WireFormat.serialization());
    this.manager =
        Clients.connect(
            new ConfigBuilder(cluster.config())
                .withImpersonateUsername(MANAGER)
                .withImpersonateGroups("system:masters")
                .build(),
            ClientSettings.named("butler-test/1"),
            List.of());
    this.settings =
        AdmissionSettings.usual(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new Reach.ByUrl(URI.create("https://127.0.0.1:0")),
            cluster.namespace());
    this.gate =
        new AdmissionGate(
            admin,
            timeline,
            new SimpleMeterRegistry(),
            settings,
            AddonAdmissions.all(manager, new NothingSeen()),
            List.of());
    gate.start();
    Await.untilTrue("registered", PATIENCE, () -> gate.problems().isEmpty());
    Await.untilTrue(
        "asked",
        PATIENCE,
        () ->
            write(
                    "TenantAddon",
                    "probe",
                    "{clusterRef: {name: web}, addon: nobody}",
                    "--dry-run=server")
                .stderr()
                .contains("there is no AddonDefinition nobody"));
  }

  /** A name of the test's own, for what belongs to the whole cluster. */
  String own(String name) {
    return name + "-" + cluster.namespace();
  }

  KubectlResult define(String name, String more) {
    return define(name, more, "https://charts.example.com");
  }

  KubectlResult define(String name, String more, String repository) {
    return write(
        "AddonDefinition",
        name,
        """
        {displayName: Some, description: Something., category: other,
         chart: {repository: "%s", name: some, defaultVersion: 1.0.0}%s}
        """
            .formatted(repository, more.isEmpty() ? "" : ", " + more)
            .replace('\n', ' '));
  }

  KubectlResult order(String name, String spec) {
    return write("TenantAddon", name, "{clusterRef: {name: web}, %s}".formatted(spec));
  }

  KubectlResult write(String kind, String name, String spec, String... flags) {
    return apply(kind, "name: " + name, spec, flags);
  }

  /** What the manager orders. */
  KubectlResult asManager(String meta, String spec) {
    return apply("TenantAddon", meta, spec, "--as=" + MANAGER, "--as-group=system:masters");
  }

  KubectlResult apply(String kind, String meta, String spec, String... flags) {
    return cluster.kubectlReading(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: %s
        metadata: {%s}
        spec: %s
        """
            .formatted(kind, meta, spec),
        Stream.concat(Stream.of("apply", "-f", "-"), Arrays.stream(flags)).toArray(String[]::new));
  }

  KubectlResult kubectl(String... arguments) {
    return cluster.kubectl(arguments);
  }

  /** Nobody is asked any more; then what belongs to all goes. */
  @Override
  public void close() {
    gate.close();
    admin
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName(settings.registration())
        .delete();
    admin.resources(ButlerConfig.class).delete();
    Stream.of(AddonDefinition.class, ManagementAddon.class)
        .flatMap(kind -> admin.resources(kind).list().getItems().stream())
        .filter(one -> one.getMetadata().getName().endsWith(cluster.namespace()))
        .forEach(one -> admin.resource(one).delete());
    manager.close();
    timeline.close();
  }
}
