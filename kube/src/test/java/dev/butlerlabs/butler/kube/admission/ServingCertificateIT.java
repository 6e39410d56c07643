package dev.butlerlabs.butler.kube.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class ServingCertificateIT {

  private GateHarness harness;

  @BeforeEach
  void connect(TestCluster given) {
    harness = new GateHarness(given);
  }

  @AfterEach
  void takeAway() {
    harness.close();
  }

  /** So short that three renewals lie within the five minutes a certificate is dated back. */
  private AdmissionSettings shortLived() {
    var usual = harness.settings();
    return new AdmissionSettings(
        usual.listen(),
        usual.reach(),
        usual.namespace(),
        Duration.ofSeconds(210),
        Duration.ofSeconds(20),
        Duration.ofMinutes(5));
  }

  @Test
  void renewalWhileRunningRefusesNobody() throws Exception {
    var time = new SteppedTimeline(Instant.now());
    var one = gate(time);
    var two = gate(time);
    one.start();
    two.start();
    time.settle();
    harness.awaitAsked(one);
    var first = shown(one);
    var refusals = new ConcurrentLinkedQueue<String>();
    var answers = new AtomicInteger();
    var stop = new AtomicBoolean();
    var client = Thread.startVirtualThread(() -> ask(stop, answers, refusals));

    var serials = new HashSet<BigInteger>();
    for (var i = 0; i < 6; i++) {
      assertThat(time.advanceToNext()).isTrue();
      time.settle();
      assertThat(shown(one)).as("both replicas show the same").isEqualTo(shown(two));
      serials.add(shown(one));
      var before = answers.get();
      Await.untilTrue("asked again", () -> answers.get() > before + 3);
    }
    stop.set(true);
    client.join();

    assertThat(refusals).isEmpty();
    assertThat(serials).as("certificates after %s", first).hasSizeGreaterThanOrEqualTo(2);
    assertThat(one.problems()).isEmpty();
  }

  private AdmissionGate gate(SteppedTimeline time) {
    return harness.gate(
        time, shortLived(), Admission.onWrite("gadgets", Gadget.class, harness.rule));
  }

  /** Reads the message of each refusal that is not the rule's own. */
  private void ask(AtomicBoolean stop, AtomicInteger answers, Queue<String> refusals) {
    while (!stop.get()) {
      var said = harness.refused(GadgetRule.HUGE);
      if (!said.contains("denied the request: spec.size")) {
        refusals.add(said);
      }
      answers.incrementAndGet();
    }
  }

  @Test
  void aForeignCertificateIsNeverShown() throws Exception {
    var now = Instant.now();
    var life = Duration.ofDays(30);
    var names = new Reach.ByUrl(URI.create("https://127.0.0.1")).names();
    var foreign = ServingKeys.fresh(names, life, now, new SecureRandom());
    var other = ServingKeys.fresh(names, life, now, new SecureRandom());
    var mixed = new ServingKeys(foreign.serving(), null, other.authorities());
    harness
        .client
        .resource(
            ServingSecret.write(
                new ObjectKey(harness.cluster.namespace(), AdmissionSettings.SECRET), mixed))
        .create();

    var gate = harness.started();

    assertThat(shown(gate)).isNotEqualTo(foreign.serving().certificate().getSerialNumber());
    assertThat(shown(gate)).isEqualTo(stored().serving().certificate().getSerialNumber());
  }

  @Test
  void replicasThatStartAtOnceAgreeOnOneCertificate() throws Exception {
    try (var time = new SystemTimeline()) {
      var gates = new ArrayList<AdmissionGate>();
      for (var i = 0; i < 4; i++) {
        gates.add(
            harness.gate(
                time,
                harness.settings(),
                Admission.onWrite("gadgets", Gadget.class, harness.rule)));
      }
      gates.forEach(AdmissionGate::start);
      for (var gate : gates) {
        Await.untilTrue("registered", () -> gate.problems().isEmpty());
      }

      var agreed = stored().serving().certificate().getSerialNumber();
      for (var gate : gates) {
        assertThat(shown(gate)).isEqualTo(agreed);
      }
    }
  }

  @Test
  void aRegistrationSomebodyRemovedComesBack() {
    var time = new SteppedTimeline(Instant.now());
    var gate =
        harness.gate(
            time, harness.settings(), Admission.onWrite("gadgets", Gadget.class, harness.rule));
    gate.start();
    time.settle();
    harness.awaitAsked(gate);
    harness.cluster.kubectl(
        "delete", "validatingwebhookconfiguration", harness.settings().registration());
    Await.untilTrue("nobody is asked", () -> harness.refused(GadgetRule.HUGE).isEmpty());

    time.advance(harness.settings().lookEvery());

    harness.awaitAsked(gate);
  }

  private ServingKeys stored() {
    Secret secret =
        harness
            .client
            .secrets()
            .inNamespace(harness.cluster.namespace())
            .withName(AdmissionSettings.SECRET)
            .require();
    return ServingSecret.read(secret).orElseThrow();
  }

  /** The serial number of the certificate the endpoint shows to whoever connects. */
  private static BigInteger shown(AdmissionGate gate) throws Exception {
    var context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new Anyone()}, null);
    var address = gate.address();
    try (var socket =
        (SSLSocket)
            context.getSocketFactory().createSocket(address.getAddress(), address.getPort())) {
      socket.startHandshake();
      return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
    } catch (IOException failed) {
      throw new AssertionError("the endpoint shows no certificate", failed);
    }
  }

  /** Looks at a certificate without judging it. */
  private static final class Anyone implements X509TrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return List.<X509Certificate>of().toArray(X509Certificate[]::new);
    }
  }
}
