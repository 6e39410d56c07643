package dev.butlerlabs.butler.addons.helm.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Place;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Helm says, in words that are hard to bring about; the others are heard from itself. */
class ComplaintTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LOCKED | Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress",
        "CLUSTER_DENIED | Error: kubernetes cluster unreachable: Unauthorized",
        "CLUSTER_UNREACHABLE | Error: kubernetes cluster unreachable: Get \"https://10.0.0.1/version\": dial tcp: i/o timeout",
        "NOT_READY | Error: UPGRADE FAILED: Internal error occurred: failed calling webhook \"w.example.com\": Post \"https://w.shop.svc:443/check\": tls: failed to verify certificate: x509: certificate signed by unknown authority",
        "NOT_READY | Error: resource Deployment/shop/web not ready. status: InProgress, message: Replicas: 0/1 context deadline exceeded",
        "CLUSTER_DENIED | Error: secrets is forbidden: User \"ada\" cannot list resource \"secrets\"",
        "OBJECT_REFUSED | Error: failed to create resource: Service \"w\" is invalid: spec.clusterIPs",
        "OBJECT_REFUSED | Error: unable to build kubernetes objects from release manifest: no matches for kind \"Gate\"",
        "OBJECT_REFUSED | Error: configmaps \"w\" is forbidden: ValidatingAdmissionPolicy 'calm' with binding 'calm' denied request: not today",
        "QUOTA_EXCEEDED | Error: failed to create resource: configmaps \"w\" is forbidden: exceeded quota: small, requested: configmaps=1",
        "CLUSTER_FULL | Error: create: failed to create: etcdserver: mvcc: database space exceeded",
        "KUBERNETES_UNFIT | Error: INSTALLATION FAILED: chart requires kubeVersion: >=9.0.0 which is incompatible with Kubernetes v1.36.3",
        "OTHER | Error: something new",
      })
  void wordsBecomeACause(Cause cause, String said) {
    assertThat(Complaint.read("trying", said).cause()).isEqualTo(cause);
  }

  @Test
  void warningsBeforeTheErrorAreLeftOut() {
    var refusal =
        Complaint.read("installing", "level=WARN msg=old\nError: release:\n   not  found\n");

    assertThat(refusal.trouble()).isEqualTo("release: not found");
    assertThat(refusal.sentence())
        .isEqualTo("installing failed: release: not found (install it first)");
  }

  @Test
  void whyAReleaseStaysIsReadFromWhatIsForDebugging() {
    var refusal =
        Complaint.read(
            "uninstalling",
            """
            level=DEBUG msg="uninstall: deleting release" name=web
            level=DEBUG msg="uninstall: Failed to delete release" error="[configmaps \\"web\\" is forbidden: User \\"ada\\" cannot delete]"
            Error: failed to delete release: web
            """);

    assertThat(refusal.cause()).isEqualTo(Cause.CLUSTER_DENIED);
    assertThat(refusal.trouble())
        .isEqualTo(
            "failed to delete release: web: [configmaps \"web\" is forbidden: User \"ada\" cannot delete]");
  }

  @Test
  void endlessWordsAreCut() {
    assertThat(Complaint.read("installing", "Error: " + "x".repeat(5000)).trouble())
        .hasSizeLessThan(700)
        .endsWith(" …");
  }

  @Test
  void silenceIsToldAsSuch() {
    assertThat(Complaint.read("installing", "").sentence()).contains("Helm said nothing");
  }

  @Test
  void placeIsReadFromARenderedFile() {
    var said =
        "Error: YAML parse error on web/templates/a.yaml: error converting YAML to JSON: yaml: line 9: did not find expected key";

    assertThat(Complaint.read("rendering", said).place())
        .isEqualTo(new Place("web/templates/a.yaml", 9));
  }
}
