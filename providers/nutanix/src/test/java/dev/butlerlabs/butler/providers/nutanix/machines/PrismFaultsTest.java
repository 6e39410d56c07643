package dev.butlerlabs.butler.providers.nutanix.machines;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrismFaultsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "401|AUTHENTICATION_REQUIRED|Authentication required.|Unauthorized",
        "403|ACCESS_DENIED|No permission|Forbidden",
        "404|ENTITY_NOT_FOUND|The image does not exist|NotFound",
        "409|CONCURRENT_REQUESTS_NOT_ALLOWED|Edit conflict|Busy",
        "409|ENTITY_ALREADY_EXISTS|It is there|Busy",
        "422|INVALID_REQUEST|Request could not be processed.|Invalid",
        "422|RESOURCE_SHORTAGE|no memory|Quota",
        "422|INVALID_REQUEST|Project quota exceeded|Quota",
        "500|INTERNAL_ERROR|Insufficient space in the container|Quota",
        "500|INTERNAL_ERROR|oops|Unavailable",
        "422|AFFINITY_FAILURE|no host fits|Failed",
        "503|SERVICE_UNAVAILABLE|later|Throttled"
      })
  void whatPrismSaysIsUnderstood(int status, String reason, String message, String fault)
      throws JsonProcessingException {
    var body =
        JSON.readTree(
            "{\"message_list\": [{\"reason\": \"%s\", \"message\": \"%s\"}]}"
                .formatted(reason, message));
    var usual = new Fault.Throttled("try", "503", Duration.ofSeconds(7));

    assertThat(PrismFaults.refused("try", status, body, usual).fault().getClass().getSimpleName())
        .isEqualTo(fault);
  }

  @Test
  void aRefusedFieldIsNamed() throws JsonProcessingException {
    var body =
        JSON.readTree(
            """
            {"api_version": "3.1", "code": 422, "state": "ERROR", "message_list": [{
              "reason": "INVALID_REQUEST", "message": "Request could not be processed.",
              "details": {"spec.resources.num_sockets": ["0 is less than the minimum of 1"]}}]}
            """);
    var usual = new Fault.Unavailable("make machine cp-0", "422");

    assertThat(PrismFaults.refused("make machine cp-0", 422, body, usual).fault().sentence())
        .isEqualTo(
            "make machine cp-0: Request could not be processed. spec.resources.num_sockets: 0 is"
                + " less than the minimum of 1 (correct spec.resources.num_sockets)");
  }

  @Test
  void whatIsNotPrismsIsTakenByItsStatus() throws JsonProcessingException {
    var usual = new Fault.Unavailable("try", "502 bad gateway");

    assertThat(PrismFaults.refused("try", 502, JSON.readTree("{}"), usual).fault())
        .isEqualTo(usual);
  }
}
