package dev.butlerlabs.butler.addons.install.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** In the words of the API server. */
class ConflictsTest {

  private static final String ROTATOR =
      """
      Apply failed with 2 conflicts: conflicts with "controller" using apiextensions.k8s.io/v1:
      - .spec.conversion.webhook.clientConfig.caBundle
      - .webhooks[name="a.example.com"].clientConfig.caBundle
      """;

  @Test
  void certificatesThatAreInjectedYield() {
    assertThat(Conflicts.writtenAgain(ROTATOR)).isTrue();
    assertThat(
            Conflicts.writtenAgain(
                "Apply failed with 1 conflict: conflict with \"injector\" using v1 at 2026-01-01T00:00:00Z: .webhooks[name=\"a\"].clientConfig.caBundle"))
        .isTrue();
  }

  @Test
  void webhookThatIstioArmedYieldsAndOneThatSomebodyArmedDoesNot() {
    var armed =
        "Apply failed with 1 conflict: conflict with \"%s\" using admissionregistration.k8s.io/v1: .webhooks[name=\"a\"].failurePolicy";

    assertThat(Conflicts.writtenAgain(armed.formatted("pilot-discovery"))).isTrue();
    assertThat(Conflicts.writtenAgain(armed.formatted("kubectl-edit"))).isFalse();
  }

  @Test
  void oneFieldOfAnotherKeepsAll() {
    var more =
        ROTATOR.replace("with 2", "with 3")
            + "conflicts with \"kube-controller-manager\" with subresource \"scale\":\n- .spec.replicas";

    assertThat(Conflicts.writtenAgain(more)).isFalse();
    assertThat(Conflicts.writtenAgain(ROTATOR.replace("with 2", "with 3")))
        .as("one of them was not understood")
        .isFalse();
    assertThat(Conflicts.writtenAgain("the object has been modified")).isFalse();
  }
}
