package dev.butlerlabs.butler.kube.write;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is sent of a status, and that nobody else's part of it is. */
class StatusBodyTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static final StatusShare OURS =
      new StatusShare(
          FieldManager.of("ours"),
          Set.of("phase", "observed.workers", "observed.addons"),
          Set.of("Ready"),
          false);

  @Test
  void fieldsOfOthersAreNotSent() throws JsonProcessingException {
    assertThat(
            difference(
                "{\"theirs\":1,\"observed\":{\"theirs\":1}}",
                "{\"phase\":\"A\",\"observed\":{\"workers\":{\"ready\":1}}}"))
        .isEqualTo(tree("{\"phase\":\"A\",\"observed\":{\"workers\":{\"ready\":1}}}"));
  }

  /** A merge patch leaves what it does not name, so what goes has to be named, however deep. */
  @Test
  void whatIsSaidNoMoreIsNamed() throws JsonProcessingException {
    assertThat(
            difference(
                "{\"phase\":\"A\",\"observed\":{\"workers\":{\"ready\":1,\"of\":{\"a\":1,\"b\":2}}}}",
                "{\"observed\":{\"workers\":{\"of\":{\"b\":2}}}}"))
        .isEqualTo(
            tree(
                "{\"phase\":null,\"observed\":{\"workers\":{\"ready\":null,\"of\":{\"a\":null,\"b\":2}}}}"));
  }

  @Test
  void ofAnObjectThatGetsEmptyNothingStays() throws JsonProcessingException {
    assertThat(difference("{\"observed\":{\"workers\":{\"ready\":1}}}", "{}"))
        .isEqualTo(tree("{\"observed\":null}"));
    assertThat(difference("{\"observed\":{\"workers\":1,\"theirs\":1}}", "{}"))
        .isEqualTo(tree("{\"observed\":{\"workers\":null}}"));
  }

  /** Whichever of the two comes first. */
  @Test
  void oneGoesWhereAnotherComes() throws JsonProcessingException {
    assertThat(difference("{\"observed\":{\"workers\":1}}", "{\"observed\":{\"addons\":1}}"))
        .isEqualTo(tree("{\"observed\":{\"workers\":null,\"addons\":1}}"));
    assertThat(difference("{\"observed\":{\"addons\":1}}", "{\"observed\":{\"workers\":1}}"))
        .isEqualTo(tree("{\"observed\":{\"workers\":1,\"addons\":null}}"));
  }

  @Test
  void nothingIsMadeToTakeNothingAway() throws JsonProcessingException {
    assertThat(difference("{\"phase\":\"A\"}", "{\"phase\":\"B\"}"))
        .isEqualTo(tree("{\"phase\":\"B\"}"));
  }

  @Test
  void conditionsOfOthersStayInTheirPlaces() throws JsonProcessingException {
    var stored =
        """
        {"conditions": [{"type": "Theirs", "status": "True"}, {"type": "Ready", "status": "False"},
          {"type": "Last", "status": "True"}]}
        """;

    var sent =
        StatusBody.of(
                OURS, tree(stored), tree("{}"), List.of(Verdict.yes("Ready", "Up", "")), 1, NOW)
            .difference();

    assertThat(sent.path("conditions")).hasSize(3);
    assertThat(sent.at("/conditions/0/type").asText()).isEqualTo("Theirs");
    assertThat(sent.at("/conditions/1/reason").asText()).isEqualTo("Up");
    assertThat(sent.at("/conditions/2/type").asText()).isEqualTo("Last");
  }

  @Test
  void conditionsThatStayAreNotSent() throws JsonProcessingException {
    var stored = "{\"phase\":\"A\",\"conditions\":[{\"type\":\"Theirs\",\"status\":\"True\"}]}";

    assertThat(difference(stored, "{\"phase\":\"B\"}").has("conditions")).isFalse();
  }

  private static JsonNode difference(String stored, String said) throws JsonProcessingException {
    return StatusBody.of(OURS, tree(stored), tree(said), List.of(), 1, NOW).difference();
  }

  private static JsonNode tree(String json) throws JsonProcessingException {
    return JSON.readTree(json);
  }
}
