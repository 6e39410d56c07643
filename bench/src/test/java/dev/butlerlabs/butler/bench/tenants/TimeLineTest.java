package dev.butlerlabs.butler.bench.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TimeLineTest {

  @Test
  void eachGapOfMoreThanAQuarterSecondIsNamedByWhatEndedIt() {
    var line =
        TimeLine.of(
            seen(
                Map.of(
                    Milestone.ORDERED, 1_000,
                    Milestone.NAMESPACE, 1_250,
                    Milestone.API_READY, 5_000,
                    Milestone.MACHINE_MADE, 1_501)));

    assertThat(line.lines())
        .containsExactly(
            "  0.000 s  ordered",
            "  0.250 s  namespace made",
            "  0.501 s  machine made                251 ms for Cluster API to make a machine",
            "  4.000 s  pod ready                  3499 ms for kube-apiserver to be ready");
    assertThat(line.gaps())
        .extracting(TimeLine.Step::milestone)
        .containsExactly(Milestone.API_READY, Milestone.MACHINE_MADE);
  }

  @Test
  void everyMilestoneSaysWhatIsWaitedFor() {
    assertThat(Milestone.values())
        .allSatisfy(one -> assertThat(one.awaited()).isNotBlank())
        .extracting(Milestone::awaited)
        .doesNotHaveDuplicates();
  }

  @Test
  void milestonesAreReadFromObjectsAsTheyAreStored() {
    var young = tree("{\"spec\": {\"bootstrap\": {}}, \"status\": {}}");
    var joined =
        tree(
            """
            {"spec": {"bootstrap": {"dataSecretName": "web-1"}},
             "status": {"nodeRef": {"name": "web-1"},
               "conditions": [{"type": "Ready", "status": "False"}]}}
            """);

    assertThat(shown("Machine", young)).containsExactly(Milestone.MACHINE_MADE);
    assertThat(shown("Machine", joined))
        .containsExactly(Milestone.MACHINE_MADE, Milestone.DATA_WRITTEN, Milestone.JOINED);
  }

  private static Milestone[] shown(String kind, JsonNode object) {
    return Arrays.stream(Milestone.values())
        .filter(one -> one.kind().equals(kind) && one.shown(object))
        .toArray(Milestone[]::new);
  }

  private static Map<Milestone, Long> seen(Map<Milestone, Integer> millis) {
    var seen = new EnumMap<Milestone, Long>(Milestone.class);
    millis.forEach((one, when) -> seen.put(one, TimeUnit.MILLISECONDS.toNanos(when)));
    return seen;
  }

  private static JsonNode tree(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (JsonProcessingException wrong) {
      throw new IllegalArgumentException(text, wrong);
    }
  }
}
