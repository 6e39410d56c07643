package dev.butlerlabs.butler.kube.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AskingTest {

  private static final Attempt APPLY = new Attempt("apply", "ConfigMap", new ObjectKey("ns", "cm"));

  @Test
  void aKindThatIsNotServedIsNotTakenForAnObjectThatIsNotThere() {
    var page = new StatusBuilder().withCode(404).withMessage("404 page not found").build();
    var gone = new StatusBuilder().withCode(404).withNewDetails().withName("cm").endDetails();

    assertThat(trouble(404, page)).isInstanceOf(Trouble.NotServed.class);
    assertThat(trouble(404, gone.build())).isInstanceOf(Trouble.NotFound.class);
  }

  /** In the words of the client library, which does not even send such an object. */
  @Test
  void aKindThatNobodyServesIsNotTakenForSilence() {
    var unsent =
        new KubernetesClientException(
            "Could not find a registered handler for item: [GCPCluster(spec={})].");

    assertThat(Asking.trouble(APPLY, new KubernetesClientException("An error.", unsent)))
        .isEqualTo(new Trouble.NotServed(APPLY, "the API server serves no such kind"));
  }

  /** Whoever ends closes its client while others are about to ask. */
  @Test
  void clientThatIsClosedGivesNoAnswer() {
    var config = new ConfigBuilder().withMasterUrl("https://127.0.0.1:1").build();
    var client = Clients.connect(config, ClientSettings.named("test"));
    client.close();

    assertThat(
            Asking.ask(
                APPLY, () -> client.configMaps().inNamespace("ns").withName("cm").get() == null))
        .isEqualTo(
            Answer.failed(new Trouble.Unreachable(APPLY, "the client is closed", Duration.ZERO)));
  }

  @Test
  void everyWrongFieldIsNamed() {
    var status =
        new StatusBuilder()
            .withCode(422)
            .withMessage("spec.size: too big, spec.name: missing")
            .withNewDetails()
            .addNewCause("spec.size", "too big", "FieldValueInvalid")
            .addNewCause("spec.name", "missing", "FieldValueRequired")
            .endDetails()
            .build();

    assertThat(trouble(422, status))
        .isEqualTo(
            new Trouble.Invalid(
                APPLY, "spec.size, spec.name", "spec.size: too big, spec.name: missing"));
  }

  @Test
  void whatWasNeverSentIsNotQuoted() {
    var refused =
        new KubernetesClientException("Could not find a handler for item: [Secret(data={a=b})]");

    assertThat(Asking.trouble(APPLY, refused).detail())
        .isEqualTo("no answer: KubernetesClientException: Could not find a handler for item:");
  }

  @Test
  void aNamespaceThatEndsIsNotAMissingPermission() {
    var status =
        new StatusBuilder()
            .withCode(403)
            .withMessage("because it is being terminated")
            .withNewDetails()
            .addNewCause("metadata.namespace", "being terminated", "NamespaceTerminating")
            .endDetails()
            .build();

    assertThat(trouble(403, status)).isInstanceOf(Trouble.Ending.class);
    assertThat(trouble(403, new StatusBuilder().withCode(403).build()))
        .isInstanceOf(Trouble.Forbidden.class);
  }

  @Test
  void aBusyServerSaysHowLongItWantsToBeLeftAlone() {
    var status =
        new StatusBuilder()
            .withCode(429)
            .withMessage("too many requests")
            .withNewDetails()
            .withRetryAfterSeconds(7)
            .endDetails()
            .build();

    assertThat(trouble(429, status))
        .isEqualTo(new Trouble.Unreachable(APPLY, "too many requests", Duration.ofSeconds(7)));
  }

  /** So the API server says it when the alarm of its etcd is raised. */
  @Test
  void aFullStoreIsToldWithWhatToDo() {
    var status =
        new StatusBuilder()
            .withCode(500)
            .withMessage("etcdserver: mvcc: database space exceeded")
            .build();

    assertThat(trouble(500, status).problem().sentence())
        .isEqualTo(
            "could not apply ConfigMap ns/cm: etcdserver: mvcc: database space exceeded"
                + " (it is retried; make room in the etcd behind the API server)");
  }

  @Test
  void silenceIsToldByItsInnermostCause() {
    var failure =
        new KubernetesClientException(
            "Operation failed", new IOException("outer", new ConnectException("refused")));

    assertThat(Asking.trouble(APPLY, failure).problem().sentence())
        .isEqualTo(
            "could not apply ConfigMap ns/cm: no answer: ConnectException: refused"
                + " (it is retried; check that the API server answers)");
  }

  @Test
  void aRefusedSecretIsNotQuoted() {
    var attempt = new Attempt("apply", "Secret", new ObjectKey("ns", "s"));
    var status =
        new StatusBuilder().withCode(422).withMessage("Invalid value: \"hunter2\"").build();
    var refusal = new KubernetesClientException("Invalid value: \"hunter2\"", 422, status);

    assertThat(Asking.trouble(attempt, refusal).problem().sentence()).doesNotContain("hunter2");
  }

  private static Trouble trouble(int code, io.fabric8.kubernetes.api.model.Status status) {
    return Asking.trouble(APPLY, new KubernetesClientException("failed", code, status));
  }
}
