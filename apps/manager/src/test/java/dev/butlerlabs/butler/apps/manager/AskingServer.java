package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.admission.AdmissionGate;
import dev.butlerlabs.butler.kube.admission.AdmissionSettings;
import dev.butlerlabs.butler.kube.admission.Reach;
import dev.butlerlabs.butler.teams.TeamControllers;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;

/** An API server that asks the rules of teams before it stores an order. */
final class AskingServer implements AutoCloseable {

  private final SystemTimeline timeline = new SystemTimeline();
  private final TestCluster cluster;
  private final AdmissionGate gate;

  /** From now on it asks. */
  AskingServer(TestCluster cluster) {
    this.cluster = cluster;
    var client = cluster.client(WireFormat.serialization());
    var settings =
        AdmissionSettings.usual(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new Reach.ByUrl(URI.create("https://127.0.0.1:0")),
            cluster.namespace());
    gate =
        new AdmissionGate(
            client,
            timeline,
            new SimpleMeterRegistry(),
            settings,
            TeamControllers.admissions(client),
            List.of());
    gate.start();
    Await.untilTrue("registered", Hands.PATIENCE, () -> gate.problems().isEmpty());
    Await.untilTrue("asked", Hands.PATIENCE, () -> probe().contains("no ProviderConfig"));
  }

  /** What only the rules refuse. */
  private String probe() {
    return cluster
        .kubectlReading(
            """
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: TenantCluster
            metadata: {name: probe}
            spec: {providerConfigRef: {name: nowhere}}
            """,
            "apply",
            "--dry-run=server",
            "-f",
            "-")
        .stderr();
  }

  /** Registrations outlive who asked for them on purpose; here nobody comes back. */
  @Override
  public void close() {
    gate.close();
    timeline.close();
    Hands.forgetClosedManagers(cluster);
  }
}
