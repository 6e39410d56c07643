package dev.butlerlabs.butler.tenants.cause.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.testkit.failures.Failures;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The files themselves: a failure that says nothing would count as found. */
class FailureFilesTest {

  @Test
  void thereAreEnoughOfThem() {
    assertThat(Failures.all()).hasSizeGreaterThanOrEqualTo(60);
  }

  @Test
  void eachSaysWhatWasBrokenAndWhichCauseIsExpected() {
    assertThat(Failures.all())
        .allSatisfy(
            failure -> {
              assertThat(failure.text()).isNotBlank();
              assertThat(failure.cause().reason()).matches("[A-Z][A-Za-z]+");
              assertThat(failure.cause().names()).isNotEmpty().noneMatch(String::isBlank);
              assertThat(failure.find("TenantCluster")).isPresent();
            });
  }

  /** Else a misspelled name would add an object instead of changing one. */
  @Test
  void everyObjectIsWhole() {
    assertThat(Failures.all())
        .allSatisfy(
            failure ->
                assertThat(failure.objects())
                    .as(failure.name())
                    .allSatisfy(
                        object ->
                            assertThat(object.path("apiVersion").asText())
                                .as(object.toString())
                                .isNotEmpty()));
  }

  @Test
  void changesAreMergedIntoTheirStage() {
    var pulls =
        Failures.all().stream()
            .filter(failure -> failure.name().equals("image-pull"))
            .findFirst()
            .orElseThrow();

    var pod = pulls.find("Pod").orElseThrow();

    assertThat(pod.at("/metadata/namespace").asText()).isEqualTo("web-1a2b3c4d");
    assertThat(pod.at("/status/containerStatuses/0/state/waiting/reason").asText())
        .isEqualTo("ImagePullBackOff");
    assertThat(types(pod)).containsExactly("PodScheduled", "Ready");
  }

  private static List<String> types(JsonNode object) {
    return object.at("/status/conditions").findValuesAsText("type");
  }
}
