package dev.butlerlabs.butler.addons.helm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus;
import dev.butlerlabs.butler.addons.helm.plan.Revision;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Kubeconfig;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeployingTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Revision SERVES =
      new Revision(1, ReleaseStatus.DEPLOYED, NOW, "web-1.0.0", "");
  private static final Revision FAILED =
      new Revision(2, ReleaseStatus.FAILED, NOW, "web-2.0.0", "");

  @Test
  void point28_secretValuesAreMaskedInWhatIsToldOfGoingBackToo() {
    var values = JsonNodeFactory.instance.objectNode().put("password", "hunter2-of-ours");
    var order =
        new Installation(
            new ReleaseKey("shop", "web"),
            new LocalChart(Path.of("web.tgz"), null),
            values,
            false,
            Installation.Waiting.FOR_HOOKS,
            Duration.ofMinutes(1));

    var answer =
        new Deploying(failing("quoted: hunter2-of-ours"), InstantSource.fixed(NOW))
            .deploy(cluster(), order, Duration.ofMinutes(20));

    assertThat(answer).isInstanceOf(Answer.Refused.class);
    assertThat(((Answer.Refused<Released>) answer).refusal().sentence())
        .contains("going back failed too: quoted: ****")
        .doesNotContain("hunter2");
  }

  /** An upgrade fails, and so does going back, with these words. */
  private static Helm failing(String words) {
    var histories = new ArrayDeque<>(List.of(List.of(SERVES), List.of(SERVES, FAILED)));
    return (Helm)
        Proxy.newProxyInstance(
            Helm.class.getClassLoader(),
            new Class<?>[] {Helm.class},
            (_, method, _) ->
                switch (method.getName()) {
                  case "history" ->
                      new Answer.Done<>(
                          histories.size() > 1 ? histories.pop() : histories.element());
                  case "upgrade" ->
                      new Answer.Refused<>(
                          Refusal.of(Cause.OBJECT_REFUSED, "upgrading", "no such field"));
                  case "rollback" ->
                      new Answer.Refused<>(Refusal.of(Cause.OTHER, "rolling back", words));
                  default -> throw new AssertionError("Helm is not asked for " + method.getName());
                });
  }

  private static Kubeconfig cluster() {
    var root =
        CertificateAuthority.selfSigned(
            "root", KeyKind.EC_P256, Duration.ofDays(1), NOW, new SecureRandom());
    return new Kubeconfig(
        "web",
        URI.create("https://127.0.0.1:1"),
        List.of(root.certificate()),
        null,
        "butler",
        new Kubeconfig.Login.Token("123"),
        null);
  }
}
