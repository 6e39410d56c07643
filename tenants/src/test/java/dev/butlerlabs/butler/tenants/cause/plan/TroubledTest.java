package dev.butlerlabs.butler.tenants.cause.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.testkit.failures.Failure;
import dev.butlerlabs.butler.testkit.failures.Failures;
import org.junit.jupiter.api.Test;

class TroubledTest {

  @Test
  void ofAllFailuresOneIsAnObjectThatIsMissed() {
    assertThat(
            Failures.all().stream()
                .filter(
                    failure ->
                        FailureCorpusTest.tree(failure).parts().stream()
                            .anyMatch(part -> Troubled.missing(part).isPresent())))
        .extracting(Failure::name)
        .containsExactly("template-gone");
  }

  @Test
  void infrastructureThatWasDeletedIsMissed() {
    assertThat(Troubled.missing(cluster("ObjectDeleted")))
        .hasValueSatisfying(said -> assertThat(said).contains("Cluster p/web", "it is said"));
    assertThat(Troubled.missing(cluster("ObjectDoesNotExist"))).isPresent();
    assertThat(Troubled.missing(cluster("VpcReconciliationFailed"))).isEmpty();
  }

  /** Also where nothing has to be made just now. */
  @Test
  void templateThatWouldBeNeededIsMissed() {
    assertThat(Troubled.missing(deployment("Scaling up would be blocked because A does not exist")))
        .isPresent();
    assertThat(
            Troubled.missing(
                deployment("Scaling up would be blocked because A and B do not exist")))
        .isPresent();
    assertThat(Troubled.missing(deployment(""))).isEmpty();
  }

  private static Part cluster(String reason) {
    return part("Cluster", "InfrastructureReady", reason, "it is said");
  }

  private static Part deployment(String message) {
    return part("MachineDeployment", "ScalingUp", "NotScalingUp", message);
  }

  private static Part part(String kind, String type, String reason, String message) {
    return new Part(
        WireFormat.serialization()
            .unmarshal(
                """
                kind: %s
                metadata: {name: web, namespace: p}
                status:
                  conditions: [{type: %s, status: "False", reason: %s, message: "%s"}]
                """
                    .formatted(kind, type, reason, message),
                JsonNode.class));
  }
}
