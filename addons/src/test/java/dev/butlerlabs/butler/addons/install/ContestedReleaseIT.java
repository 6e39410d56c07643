package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Others write fields that a chart sets, as it means them to: the real Helm, a real API server. */
@OnRealApiServer
class ContestedReleaseIT {

  private static final String WEBHOOK =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingWebhookConfiguration
      metadata: {name: "{{ .Release.Name }}"}
      webhooks:
        - name: all.example.com
          clientConfig: {url: "https://all.example.com", caBundle: "{{ .Values.ca }}"}
          sideEffects: None
          failurePolicy: Ignore
          admissionReviewVersions: [v1]
          namespaceSelector: {matchLabels: {no-such-label: "yes"}}
          rules: [{apiGroups: [""], apiVersions: [v1], resources: [pods], operations: [CREATE]}]
      """;

  private static final String REFUSED =
      """
      apiVersion: policy/v1
      kind: PodDisruptionBudget
      metadata: {name: wrong}
      spec: {minAvailable: -1, selector: {matchLabels: {app: all}}}
      """;

  @TempDir Path folder;
  private Site site;
  private String there = "";
  private String release = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    release = "own-" + there;
    site.publish("web", "1.0.0", files("first"));
    site.publish("web", "2.0.0", files("second"));
    order("1.0.0");
    site.awaitSynced(release, "AsReleased");
    inject();
  }

  @AfterEach
  void close() {
    site.admin
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName(release)
        .delete();
    site.close();
  }

  @Test
  void point18_certificateThatSomebodyInjectedHindersNoUpgrade() {
    order("2.0.0");

    site.awaitTold("it goes on", release, status -> "2.0.0".equals(status.installedVersion()));
    assertThat(site.shown(there, "web")).isEqualTo("second");
  }

  @Test
  void point18_certificateThatSomebodyInjectedHindersNoWayBack() throws IOException {
    var broken = new HashMap<>(files("third"));
    broken.put("zzz.yaml", REFUSED);
    site.publish("web", "3.0.0", broken);

    order("3.0.0");

    assertThat(site.awaitPhase(release, Phase.FAILED).message())
        .contains("minAvailable")
        .doesNotContain("going back failed");
    assertThat(site.shown(there, "web")).isEqualTo("first");
  }

  @Test
  void point18_editOfAnotherObjectIsNotOverwrittenAlongWithIt() {
    site.admin
        .configMaps()
        .inNamespace(there)
        .withName("web")
        .patch(Site.as("somebody"), "{\"data\":{\"shown\":\"mine\"}}");

    order("2.0.0");

    assertThat(site.awaitPhase(release, Phase.FAILED).message())
        .contains("spec.driftPolicy: Repair");
    assertThat(site.shown(there, "web")).isEqualTo("mine");
  }

  private static Map<String, String> files(String shown) {
    return Map.of("map.yaml", configMap("web", shown), "hook.yaml", WEBHOOK);
  }

  private void order(String version) {
    site.order(release, there, version, "values: {ca: \"%s\"}".formatted(authority()));
  }

  /** A stand-in for those who make certificates. */
  private void inject() {
    var patch =
        new PatchContext.Builder()
            .withPatchType(PatchType.JSON)
            .withFieldManager("injector")
            .build();
    site.admin
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName(release)
        .patch(
            patch,
            "[{\"op\":\"add\",\"path\":\"/webhooks/0/clientConfig/caBundle\",\"value\":\"%s\"}]"
                .formatted(another()));
  }

  private String authority() {
    return site.admin.getConfiguration().getCaCertData();
  }

  /** The same twice is another text, and as good a bundle. */
  private String another() {
    var once = Base64.getMimeDecoder().decode(authority());
    var twice = Arrays.copyOf(once, once.length * 2);
    System.arraycopy(once, 0, twice, once.length, once.length);
    return Base64.getEncoder().encodeToString(twice);
  }
}
