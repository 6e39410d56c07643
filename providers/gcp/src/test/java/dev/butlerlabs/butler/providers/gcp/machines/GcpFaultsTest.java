package dev.butlerlabs.butler.providers.gcp.machines;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GcpFaultsTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Fault USUAL = new Fault.Unavailable("look", "usual");

  @ParameterizedTest
  @CsvSource({
    "rateLimitExceeded, Throttled",
    "quotaExceeded, Quota",
    "accessNotConfigured, Forbidden",
    "forbidden, Forbidden",
    "authError, Unauthorized",
    "notFound, NotFound",
    "resourceNotReady, Busy",
    "resourceInUseByAnotherResource, Busy",
    "invalid, Invalid",
    "backendError, Unavailable"
  })
  void theReasonOfARefusalDecides(String reason, String fault) {
    JsonNode error =
        JSON.valueToTree(
            Map.of("message", "words of Google", "errors", List.of(Map.of("reason", reason))));

    var told = GcpFaults.of("look", error, USUAL);

    assertThat(told.getClass().getSimpleName()).isEqualTo(fault);
  }

  @Test
  void onlyGoogleItselfSaysThatSomethingIsNotThere() {
    var usual = new Fault.NotFound("look", "it", "<html>404 Not Found</html>");
    JsonNode google = JSON.valueToTree(Map.of("code", 404, "message", "Unknown Project."));

    assertThat(GcpFaults.of("look", JSON.createObjectNode(), usual))
        .isInstanceOf(Fault.Unavailable.class)
        .extracting(Fault::detail)
        .asString()
        .contains("<html>404 Not Found</html>");
    assertThat(GcpFaults.of("look", google, usual)).isEqualTo(usual);
  }

  @ParameterizedTest
  @CsvSource({
    "ZONE_RESOURCE_POOL_EXHAUSTED, Quota",
    "ZONE_RESOURCE_POOL_EXHAUSTED_WITH_DETAILS, Quota",
    "QUOTA_EXCEEDED, Quota",
    "RESOURCE_NOT_FOUND, NotFound",
    "INVALID_FIELD_VALUE, Invalid",
    "RESOURCE_IN_USE_BY_ANOTHER_RESOURCE, Busy",
    "INTERNAL_ERROR, Failed"
  })
  void theCodeOfAFailedOperationDecides(String code, String fault) {
    JsonNode operation =
        JSON.valueToTree(
            Map.of(
                "error", Map.of("errors", List.of(Map.of("code", code, "message", "its words")))));

    var told = GcpFaults.ofOperation("make cp-0", operation);

    assertThat(told.getClass().getSimpleName()).isEqualTo(fault);
    assertThat(told.sentence()).contains("make cp-0", code, "its words");
  }
}
