package dev.butlerlabs.butler.sandbox.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ToolTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ETCD | etcd Version: 3.6.16\\nGit SHA: Not provided | 3.6.16",
        "KUBERNETES | Kubernetes v1.36.3 | 1.36.3",
        "KUBERNETES | Kubernetes v1.36.3-rc.0 | 1.36.3-rc.0",
        "KUBECTL | Client Version: v1.36.3\\nKustomize Version: v5.8.1 | 1.36.3",
        "KUBEADM | v1.35.4\\n | 1.35.4",
        "HELM | v4.3.1 | 4.3.1",
        "GO | go version go1.26.8 linux/amd64 | 1.26.8",
        "GO | go version go1.27rc1 linux/amd64 | 1.27",
      })
  void versionIsReadFromWhatTheProgramSays(
      VersionQuestion question, String output, String version) {
    assertThat(question.read(output.replace("\\n", "\n"))).contains(version);
  }

  @Test
  void programThatTellsNothingHasNoVersion() {
    assertThat(VersionQuestion.KUBERNETES.read("usage: …")).isEmpty();
    assertThat(VersionQuestion.NONE.read("v1.13.6\n\n")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyToolIsPinnedByTheModuleFilesOfItsComponent(Tool tool) {
    assertThat(Recipe.resource(tool.component(), "go.mod"))
        .containsPattern("(?m)^(tool |\t)\\Q" + tool.goPackage() + "\\E$")
        .contains(" v" + tool.version());
    assertThat(Recipe.resource(tool.component(), "go.sum"))
        .contains(" v" + tool.version() + " h1:");
  }

  @Test
  void imageCarriesTheVersionAsItsTag() {
    assertThat(Tool.KUBE_APISERVER.image()).hasToString("registry.k8s.io/kube-apiserver:v1.36.3");
    assertThat(Tool.ETCD.image()).hasToString("gcr.io/etcd-development/etcd:v3.6.16");
  }

  @Test
  void versionIsStampedWithAFixedDate() {
    assertThat(Component.KUBERNETES.linkerFlags())
        .isEqualTo(
            "-s -w -X k8s.io/component-base/version.gitVersion=v1.36.3"
                + " -X k8s.io/component-base/version.gitMajor=1"
                + " -X k8s.io/component-base/version.gitMinor=36"
                + " -X k8s.io/component-base/version.gitTreeState=clean"
                + " -X k8s.io/component-base/version.buildDate=1970-01-01T00:00:00Z");
    assertThat(Component.ETCD.linkerFlags()).isEqualTo("-s -w");
    assertThat(Component.HELM.linkerFlags())
        .isEqualTo("-s -w -X helm.sh/helm/v4/internal/version.version=v4.3.1");
  }

  @Test
  void cacheFolderNamesVersionPlatformAndRecipe() {
    var amd64 = Recipe.of(Tool.KUBECTL, new Platform("linux", "amd64"));
    var scheduler = Recipe.of(Tool.KUBE_SCHEDULER, new Platform("linux", "amd64"));

    assertThat(amd64.name()).isEqualTo("kubectl");
    assertThat(amd64.entry()).matches("1\\.36\\.3-linux-amd64-[0-9a-f]{12}");
    assertThat(amd64.entry()).isNotEqualTo(scheduler.entry());
  }

  @ParameterizedTest
  @CsvSource({
    "1.26, true",
    "1.26.8, true",
    "1.27, true",
    "2.0, true",
    "1.25.9, false",
    "unknown, false"
  })
  void goMustBeNewEnough(String version, boolean enough) {
    assertThat(Go.newEnough(version)).isEqualTo(enough);
  }
}
