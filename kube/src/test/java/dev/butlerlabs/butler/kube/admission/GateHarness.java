package dev.butlerlabs.butler.kube.admission;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Gates in front of gadgets; closing takes their registration away and waits until it is gone. */
final class GateHarness implements AutoCloseable {

  final TestCluster cluster;
  final KubernetesClient client;
  final GadgetRule rule = new GadgetRule();
  private final SystemTimeline systemTime = new SystemTimeline();
  private final Deque<AdmissionGate> gates = new ArrayDeque<>();

  GateHarness(TestCluster cluster) {
    this.cluster = cluster;
    this.client = cluster.client(WireFormat.serialization());
    cluster.installResources("gadgets.yaml");
  }

  AdmissionSettings settings() {
    return AdmissionSettings.usual(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        new Reach.ByUrl(URI.create("https://127.0.0.1:0")),
        cluster.namespace());
  }

  AdmissionGate gate() {
    return gate(systemTime, settings(), Admission.onWrite("gadgets", Gadget.class, rule));
  }

  AdmissionGate gate(Timeline timeline, AdmissionSettings settings, Admission<?>... admissions) {
    var gate =
        new AdmissionGate(
            client, timeline, new SimpleMeterRegistry(), settings, List.of(admissions), List.of());
    gates.push(gate);
    return gate;
  }

  /** Starts a gate and returns when the API server asks it. */
  AdmissionGate started() {
    var gate = gate();
    gate.start();
    awaitAsked(gate);
    return gate;
  }

  void awaitAsked(AdmissionGate gate) {
    Await.untilTrue("registered: " + gate.problems(), () -> gate.problems().isEmpty());
    Await.untilTrue("the API server asks", () -> refused(GadgetRule.HUGE).contains("denied the"));
  }

  /** Why a creation that stores nothing is refused; empty when it is not. */
  String refused(int size) {
    try {
      client.resource(Gadget.named(cluster.namespace(), "probe", size)).dryRun().create();
      return "";
    } catch (KubernetesClientException refusal) {
      return String.valueOf(refusal.getMessage());
    }
  }

  @Override
  public void close() {
    gates.forEach(AdmissionGate::close);
    systemTime.close();
    client
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName(settings().registration())
        .delete();
    Await.untilTrue("nobody is asked any more", () -> refused(GadgetRule.HUGE).isEmpty());
  }
}
