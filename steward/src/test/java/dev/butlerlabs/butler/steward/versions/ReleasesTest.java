package dev.butlerlabs.butler.steward.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.steward.versions.KubernetesVersion.Minor;
import org.junit.jupiter.api.Test;

class ReleasesTest {

  private static final String ENTRY =
      """
      - minor: 1.36
        tried: v1.36.3
        coreDns: v1.14.2
        pause: "3.10.2"
        konnectivity: v0.34.0
        kubeadmApi: kubeadm.k8s.io/v1beta4
        oldestKubelet: 1.33
        unknownPlugins: []
        unknownFlags: {apiServer: [], controllerManager: [], scheduler: [port]}
      """;

  @Test
  void bundledTableSupportsTwoMinors() {
    var releases = Releases.bundled();

    assertThat(releases.range()).isEqualTo("1.35 to 1.36");
    assertThat(releases.find(Minor.of("1.36")).orElseThrow().coreDns()).isEqualTo("v1.14.2");
    assertThat(releases.find(Minor.of("1.35")).orElseThrow().konnectivity()).isEqualTo("v0.31.2");
    assertThat(releases.find(Minor.of("1.34"))).isEmpty();
  }

  @Test
  void minorWithTrailingZeroKeepsIt() {
    var later = ENTRY.replace("1.36", "1.40").replace("minor: 1.40", "minor: \"1.40\"");

    assertThat(Releases.read(later).newest()).isEqualTo(new Minor(1, 40));
  }

  @Test
  void fieldNobodyKnowsIsRefused() {
    assertThatThrownBy(() -> Releases.read(ENTRY + "  corDns: v1\n"))
        .hasMessageContaining("corDns");
  }

  @Test
  void missingAndEmptyFieldsAreRefused() {
    assertThatThrownBy(() -> Releases.read(ENTRY.replace("  pause: \"3.10.2\"\n", "")))
        .hasMessageContaining("pause");
    assertThatThrownBy(() -> Releases.read(ENTRY.replace("\"3.10.2\"", "")))
        .hasMessageContaining("pause");
  }

  @Test
  void gapBetweenMinorsIsRefused() {
    var gap = ENTRY.replace("1.36", "1.34") + ENTRY;

    assertThatThrownBy(() -> Releases.read(gap)).hasMessageContaining("1.36 must follow 1.34");
  }

  @Test
  void versionNeedsItsLeadingVAndThreeNumbers() {
    assertThat(KubernetesVersion.find("v1.36.3").orElseThrow().minor()).isEqualTo(new Minor(1, 36));
    assertThat(KubernetesVersion.find("v1.36.3-rc.1").orElseThrow()).hasToString("v1.36.3-rc.1");
    assertThat(KubernetesVersion.find("1.36.3")).isEmpty();
    assertThat(KubernetesVersion.find("v1.36")).isEmpty();
    assertThat(KubernetesVersion.find("v1.36.3 --x")).isEmpty();
  }
}
