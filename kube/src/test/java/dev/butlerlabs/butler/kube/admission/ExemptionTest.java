package dev.butlerlabs.butler.kube.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExemptionTest {

  private static final String OLD = "{\"metadata\":{},\"spec\":{\"size\":1}}";
  private static final String CHANGED = "{\"metadata\":{},\"spec\":{\"size\":2}}";
  private static final String LABELLED =
      "{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"size\":1}}";
  private static final String GOING =
      "{\"metadata\":{\"deletionTimestamp\":\"2030-01-01T00:00:00Z\"},\"spec\":{\"size\":2}}";

  @Test
  void labelThatCountsLikeTheSpecIsAskedAbout() throws JsonProcessingException {
    var heeded = Set.of(Heeded.label("a"));

    assertThat(Exemption.SAME_SPEC.holds(request("UPDATE", LABELLED, OLD), heeded)).isFalse();
    assertThat(Exemption.SAME_SPEC.holds(request("UPDATE", OLD, LABELLED), heeded)).isFalse();
    assertThat(Exemption.SAME_SPEC.holds(request("UPDATE", LABELLED, LABELLED), heeded)).isTrue();
    assertThat(
            Exemption.SAME_SPEC.holds(request("UPDATE", LABELLED, OLD), Set.of(Heeded.label("b"))))
        .isTrue();
    assertThat(Exemption.BEING_DELETED.holds(request("UPDATE", GOING, OLD), heeded)).isTrue();
  }

  @Test
  void annotationThatCountsLikeTheSpecIsAskedAbout() throws JsonProcessingException {
    var noted = LABELLED.replace("labels", "annotations");
    var heeded = Set.of(Heeded.annotation("a"));

    assertThat(Exemption.SAME_SPEC.holds(request("UPDATE", noted, OLD), heeded)).isFalse();
    assertThat(Exemption.SAME_SPEC.holds(request("UPDATE", OLD, noted), heeded)).isFalse();
    assertThat(Exemption.SAME_SPEC.holds(request("UPDATE", noted, noted), heeded)).isTrue();
    assertThat(Exemption.SAME_SPEC.holds(request("UPDATE", LABELLED, OLD), heeded)).isTrue();
    assertThat(Exemption.SAME_SPEC.expression(heeded))
        .contains("'a' in object.metadata.annotations");
  }

  @Test
  void anUpdateThatLeavesTheSpecAloneIsExempt() {
    assertThat(Exemption.SAME_SPEC.holds(request("UPDATE", LABELLED, OLD))).isTrue();
    assertThat(Exemption.SAME_SPEC.holds(request("UPDATE", "{}", "{}"))).isTrue();
    assertThat(Exemption.SAME_SPEC.holds(request("UPDATE", CHANGED, OLD))).isFalse();
    assertThat(Exemption.SAME_SPEC.holds(request("UPDATE", "{}", OLD))).isFalse();
    assertThat(Exemption.SAME_SPEC.holds(request("CREATE", OLD, "null"))).isFalse();
    assertThat(Exemption.SAME_SPEC.holds(request("DELETE", "null", OLD))).isFalse();
  }

  @Test
  void whatIsOnItsWayOutIsExempt() {
    assertThat(Exemption.BEING_DELETED.holds(request("UPDATE", GOING, GOING))).isTrue();
    assertThat(Exemption.BEING_DELETED.holds(request("DELETE", "null", GOING))).isTrue();
    assertThat(Exemption.BEING_DELETED.holds(request("DELETE", "null", OLD))).isFalse();
    assertThat(Exemption.BEING_DELETED.holds(request("UPDATE", CHANGED, OLD))).isFalse();
    assertThat(Exemption.BEING_DELETED.holds(request("CREATE", OLD, "null"))).isFalse();
  }

  private static JsonNode request(String operation, String object, String old) {
    try {
      return new ObjectMapper()
          .readTree(
              "{\"operation\":\"%s\",\"object\":%s,\"oldObject\":%s}"
                  .formatted(operation, object, old));
    } catch (JsonProcessingException wrong) {
      throw new IllegalArgumentException(wrong);
    }
  }
}
