package dev.butlerlabs.butler.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.testkit.Samples.Sample;
import dev.butlerlabs.butler.testkit.Samples.Unreadable;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplesTest {

  private static final Path SAMPLES = Path.of("src", "test", "resources", "samples");

  @Test
  void folderIsReadFileByFileAndDocumentByDocument() {
    var samples = Samples.load(SAMPLES.resolve("two"));

    assertThat(samples)
        .extracting(Sample::toString)
        .containsExactly(
            "maps.yaml document 1 (ConfigMap first)",
            "maps.yaml document 3 (ConfigMap second)",
            "widget.yml document 1 (Widget third)");
  }

  @Test
  void fieldsOfUnknownKindsAreKept() {
    var widget = Samples.load(SAMPLES.resolve("two/widget.yml")).getFirst().resource();

    assertThat(widget.<Integer>get("spec", "size")).isEqualTo(3);
  }

  @Test
  void manifestWithoutNameIsToldByFileAndDocument() {
    assertThatThrownBy(() -> Samples.load(SAMPLES.resolve("nameless.yaml")))
        .isInstanceOf(Unreadable.class)
        .hasMessageContaining("nameless.yaml, document 2: has no metadata.name");
  }

  @Test
  void wrongYamlIsToldByFileDocumentAndLine() {
    assertThatThrownBy(() -> Samples.load(SAMPLES.resolve("broken.yaml")))
        .isInstanceOf(Unreadable.class)
        .hasMessageContaining("broken.yaml, document 2: ")
        .hasMessageContaining("line");
  }

  @Test
  void keyGivenTwiceIsRefused() {
    assertThatThrownBy(() -> Samples.load(SAMPLES.resolve("twice.yaml")))
        .isInstanceOf(Unreadable.class)
        .hasMessageContaining("twice.yaml, document 1: ")
        .hasMessageContaining("Duplicate field 'kind'");
  }

  @Test
  void folderWithoutManifestsIsAnError(@TempDir Path empty) {
    assertThatThrownBy(() -> Samples.load(empty)).hasMessageContaining("no manifest was found in");
  }
}
