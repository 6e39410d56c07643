package dev.butlerlabs.butler.apps.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import org.junit.jupiter.api.Test;

class DemoStoryTest {

  private final DemoStory story = new DemoStory();

  @Test
  void eachThingIsToldOnceWhenItComesTrue() throws Exception {
    var first = cluster("[{type: ControlPlaneReady, status: 'True', message: serves}]", "");
    assertThat(story.next(first)).containsExactly("✔ ControlPlaneReady     serves");
    assertThat(story.next(first)).isEmpty();
  }

  @Test
  void whatFellAndCameBackIsToldAgain() throws Exception {
    var up = cluster("[{type: WorkersReady, status: 'True', message: 1 of 1}]", "");
    var down = cluster("[{type: WorkersReady, status: 'False', message: 0 of 1}]", "");
    story.next(up);
    assertThat(story.next(down)).isEmpty();
    assertThat(story.next(up)).hasSize(1);
  }

  @Test
  void theReasonStandsInForAMessageAndTroubleIsNoMark() throws Exception {
    var both = "[{type: Degraded, status: 'True'}, {type: Granted, status: 'True', reason: Fits}]";
    assertThat(story.next(cluster(both, ""))).containsExactly("✔ Granted               Fits");
  }

  @Test
  void theCauseIsToldWhenItChanges() throws Exception {
    assertThat(story.next(cluster("[]", "no address yet"))).containsExactly("… no address yet");
    assertThat(story.next(cluster("[]", "no address yet"))).isEmpty();
    assertThat(story.next(cluster("[]", "no node yet"))).containsExactly("… no node yet");
  }

  @Test
  void aReadyOfAnEarlierOrderDoesNotCount() throws Exception {
    var ready = "[{type: Ready, status: 'True', observedGeneration: %d}]";
    assertThat(DemoStory.ready(cluster(ready.formatted(1), ""))).isFalse();
    assertThat(DemoStory.ready(cluster(ready.formatted(2), ""))).isTrue();
    assertThat(DemoStory.ready(cluster("[]", ""))).isFalse();
  }

  private static JsonNode cluster(String conditions, String cause) throws JsonProcessingException {
    return new ObjectMapper(new YAMLFactory())
        .readTree(
            "{metadata: {generation: 2}, status: {conditions: %s, cause: {what: '%s'}}}"
                .formatted(conditions, cause));
  }
}
