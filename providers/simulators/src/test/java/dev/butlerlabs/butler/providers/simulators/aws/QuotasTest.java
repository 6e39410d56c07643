package dev.butlerlabs.butler.providers.simulators.aws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotasTest {

  private static final String ASK = "ServiceQuotasV20190624.GetServiceQuota";
  private static final String STANDARD =
      "{\"ServiceCode\": \"ec2\", \"QuotaCode\": \"L-1216C47A\"}";

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final AwsStandIn aws = AwsStandIn.start(time, MischiefMaker.none(), Instant.now());
  private final Caller caller = caller("s3cret");

  private Caller caller(String secret) {
    return new Caller(
        aws.uri(),
        aws.authorityPem(),
        time,
        Map.of("id", "AKIAEXAMPLE", "secret", secret, "service", "servicequotas"));
  }

  @BeforeEach
  void furnish() {
    aws.key("AKIAEXAMPLE", "s3cret", "");
  }

  @AfterEach
  void close() {
    caller.close();
    aws.close();
  }

  @Test
  void theLimitOfTheAccountIsToldAsAws() throws Exception {
    aws.vcpuLimit(64);

    var answer = caller.ask(ASK, STANDARD);

    var quota = new ObjectMapper().readTree(answer.body()).path("Quota");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(quota.path("Value").asDouble()).isEqualTo(64.0);
    assertThat(quota.path("QuotaCode").asText()).isEqualTo("L-1216C47A");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ServiceQuotasV20190624.GetServiceQuota | {'ServiceCode':'ec2'} | ValidationException",
        "ServiceQuotasV20190624.GetServiceQuota | {'ServiceCode':'ec2','Quota':'x'} |"
            + " SerializationException",
        "ServiceQuotasV20190624.GetServiceQuota | {'ServiceCode':'ec2','QuotaCode':'L-0'} |"
            + " NoSuchResourceException",
        "ServiceQuotasV20190624.GetServiceQuota | no JSON | SerializationException",
        "ServiceQuotasV20190624.GetQuota | {} | UnknownOperationException",
        "GetServiceQuota | {} | UnknownOperationException"
      },
      quoteCharacter = '"')
  void whatAwsWouldRefuseIsRefused(String target, String body, String code) throws Exception {
    var answer = caller.ask(target, body.replace('\'', '"'));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("\"__type\":\"" + code + "\"");
  }

  @Test
  void whoIsNotKnownOrMayNotAskIsRefusedInTheWordsOfThatService() throws Exception {
    aws.forbid("servicequotas:GetServiceQuota");
    assertThat(caller.ask(ASK, STANDARD).body()).contains("AccessDenied");
    try (var stranger = caller("wrong")) {
      assertThat(stranger.ask(ASK, STANDARD).body()).contains("InvalidSignatureException");
    }
    aws.revoke("AKIAEXAMPLE");
    assertThat(caller.ask(ASK, STANDARD).body()).contains("UnrecognizedClientException");
  }
}
