package dev.butlerlabs.butler.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.catalog.Kinds;
import dev.butlerlabs.butler.testkit.KubectlResult;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.Samples;
import dev.butlerlabs.butler.testkit.Samples.Sample;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What people apply is taken as it stands; see {@link SampleFolders} for further folders. */
@OnRealApiServer
class SamplesIT {

  @BeforeAll
  static void install(TestCluster cluster) {
    Definitions.install(cluster);
  }

  @TestFactory
  Stream<DynamicTest> sampleIsTakenWithoutAWarning(TestCluster cluster) {
    return SampleFolders.ours().stream().map(sample -> takenSilently(cluster, sample));
  }

  @Test
  void everyKindHasASample() {
    var shown = SampleFolders.ours().stream().map(sample -> sample.resource().getKind()).toList();

    assertThat(shown).containsAll(Kinds.all().stream().map(Class::getSimpleName).toList());
  }

  @TestFactory
  Stream<DynamicTest> furtherSampleIsAnsweredAsItsFolderSays(TestCluster cluster) {
    Map<String, Function<Sample, DynamicTest>> expectations =
        Map.of(
            "valid", sample -> takenSilently(cluster, sample),
            "pruned", sample -> takenWithAWarning(cluster, sample));
    Function<Sample, DynamicTest> otherwise = sample -> printed(cluster, sample);
    return SampleFolders.further().stream()
        .flatMap(
            folder ->
                Samples.load(folder).stream()
                    .map(expectations.getOrDefault(folder.getFileName().toString(), otherwise)));
  }

  private static DynamicTest takenSilently(TestCluster cluster, Sample sample) {
    return dynamicTest(
        sample.toString(),
        () -> {
          var answer = apply(cluster, sample, "strict");
          assertThat(answer.stderr()).isEmpty();
          assertThat(answer.exit()).isZero();
        });
  }

  private static DynamicTest takenWithAWarning(TestCluster cluster, Sample sample) {
    return dynamicTest(
        sample.toString(),
        () -> {
          var answer = apply(cluster, sample, "warn");
          assertThat(answer.stderr()).contains("unknown field");
          assertThat(answer.exit()).isZero();
        });
  }

  private static DynamicTest printed(TestCluster cluster, Sample sample) {
    return dynamicTest(
        sample.toString(),
        () -> {
          var answer = apply(cluster, sample, "warn");
          var outcome = answer.exit() == 0 ? "accepted" : "refused";
          System.out.printf("%s: %s%n%s", sample, outcome, answer.stderr());
        });
  }

  private static KubectlResult apply(TestCluster cluster, Sample sample, String validation) {
    var object = Definitions.unplaced(WireFormat.mapper().valueToTree(sample.resource()));
    return cluster.kubectlReading(
        WireFormat.serialization().asYaml(object),
        "apply",
        "--dry-run=server",
        "--validate=" + validation,
        "-f",
        "-");
  }
}
