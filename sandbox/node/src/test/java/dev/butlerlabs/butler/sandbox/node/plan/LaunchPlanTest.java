package dev.butlerlabs.butler.sandbox.node.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.sandbox.node.pod.Contents;
import dev.butlerlabs.butler.sandbox.node.pod.ObjectRef;
import dev.butlerlabs.butler.sandbox.node.pod.PodOrder;
import dev.butlerlabs.butler.sandbox.node.pod.PodReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LaunchPlanTest {

  private static final Images IMAGES = Images.of(Map.of("known:1", Image.of("/opt/program")));

  private static final ObjectRef SECRET = new ObjectRef(ObjectRef.Kind.SECRET, "team", "login");

  @Test
  void referencesAreExpandedInOrderAndDollarsEscape() throws JsonProcessingException {
    var plan =
        plan(
            """
            {"args": ["$(B)", "$$(A)", "$(NOBODY)", "$(", "$"],
             "env": [{"name": "A", "value": "1"}, {"name": "B", "value": "$(A)$(C)"},
                     {"name": "C", "value": "late"}]}
            """,
            Map.of());

    assertThat(plan)
        .isInstanceOfSatisfying(
            LaunchPlan.Start.class,
            start ->
                assertThat(start.command())
                    .containsExactly("program", "1$(C)", "$(A)", "$(NOBODY)", "$(", "$"));
  }

  @Test
  void unknownImageIsNotStarted() throws JsonProcessingException {
    var plan = plan("{\"image\": \"known:2\"}", Map.of());

    assertThat(plan)
        .isInstanceOfSatisfying(
            LaunchPlan.NotNow.class,
            not -> assertThat(not.missing().reason()).isEqualTo("ErrImageNeverPull"));
  }

  @Test
  void digestBehindAKnownTagDoesNotMakeTheImageUnknown() throws JsonProcessingException {
    assertThat(plan("{\"image\": \"known:1@sha256:00\"}", Map.of()))
        .isInstanceOf(LaunchPlan.Start.class);
  }

  @Test
  void missingKeyHoldsTheStartUnlessItIsOptional() throws JsonProcessingException {
    var needed =
        """
        {"env": [{"name": "A", "valueFrom": {"secretKeyRef": {"name": "login", "key": "word"}}}]}
        """;
    var optional = needed.replace("\"key\"", "\"optional\": true, \"key\"");
    var absent = Map.of(SECRET, Optional.<Contents>empty());

    assertThat(plan(needed, absent)).isInstanceOf(LaunchPlan.NotNow.class);
    assertThat(plan(optional, absent)).isInstanceOf(LaunchPlan.Start.class);
    // As long as nobody knows whether it is there, nothing may be left out.
    assertThat(plan(optional, Map.of())).isInstanceOf(LaunchPlan.NotNow.class);
  }

  @Test
  void secretIsGivenAndNotPrinted() throws JsonProcessingException {
    var secret = Contents.of(json("{\"kind\":\"Secret\",\"data\":{\"word\":\"czNjcjN0\"}}"));
    var plan =
        plan(
            "{\"envFrom\": [{\"prefix\": \"P_\", \"secretRef\": {\"name\": \"login\"}}]}",
            Map.of(SECRET, Optional.of(secret)));

    assertThat(plan)
        .isInstanceOfSatisfying(
            LaunchPlan.Start.class,
            start -> assertThat(start.environment()).containsEntry("P_word", "s3cr3t"));
    assertThat(plan.toString()).doesNotContain("s3cr3t");
  }

  private static LaunchPlan plan(String container, Map<ObjectRef, Optional<Contents>> known)
      throws JsonProcessingException {
    var pod = json("{\"metadata\":{\"namespace\":\"team\",\"name\":\"p\",\"uid\":\"u\"}}");
    var whole = new HashMap<String, Object>(Map.of("name", "main", "image", "known:1"));
    json(container).properties().forEach(entry -> whole.put(entry.getKey(), entry.getValue()));
    ((ObjectNode) pod)
        .set("spec", new ObjectMapper().valueToTree(Map.of("containers", List.of(whole))));
    var order = understood(PodReader.read(pod));
    return LaunchPlan.of(
        order.containers().getFirst(),
        IMAGES,
        new PodFacts(order, "127.64.0.9", "n", "127.64.0.1"),
        new Lookup(known));
  }

  private static PodOrder understood(PodReader.Reading reading) {
    return switch (reading) {
      case PodReader.Reading.Understood(var order) -> order;
      case PodReader.Reading.Refused(var reasons) -> throw new AssertionError(reasons);
    };
  }

  private static JsonNode json(String text) throws JsonProcessingException {
    return new ObjectMapper().readTree(text);
  }
}
