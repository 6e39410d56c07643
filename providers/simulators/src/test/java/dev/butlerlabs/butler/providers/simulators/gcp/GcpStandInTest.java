package dev.butlerlabs.butler.providers.simulators.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GcpStandInTest {

  private static final String PROJECT = "/compute/v1/projects/butler-test";
  private static final String ZONE = PROJECT + "/zones/europe-west1-b";
  private static final String REQUEST = "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11";
  private static final String BODY =
      """
      {"name": "vm-1", "machineType": "zones/europe-west1-b/machineTypes/n2-standard-2",
       "disks": [{"boot": true, "autoDelete": true,
                  "initializeParams": {"sourceImage": "global/images/family/talos",
                                       "diskName": "vm-1-root", "diskSizeGb": "20"}}],
       "networkInterfaces": [{"network": "global/networks/default"}],
       "labels": {"team": "payments"},
       "metadata": {"items": [{"key": "user-data", "value": "hello"}]}}
      """;

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final GcpStandIn gcp = GcpStandIn.start(time, MischiefMaker.none(), Instant.now());
  private final Caller caller = new Caller(gcp);

  @BeforeEach
  void furnish() throws Exception {
    gcp.image("butler-test", "talos-1-9", "talos", 10);
    caller.logIn(time.instant());
  }

  @AfterEach
  void close() {
    caller.close();
    gcp.close();
  }

  private HttpResponse<String> insert(String body) throws Exception {
    return caller.send("POST", ZONE + "/instances?requestId=" + REQUEST, body);
  }

  private JsonNode get(String path) throws Exception {
    return Caller.json(caller.send("GET", path, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"name\": \"vm-1\"|\"colour\": \"red\"|badRequest|Unknown name \"colour\"",
        "\"boot\": true|\"boot\": \"maybe\"|invalid|resource.disks[0].boot",
        "\"boot\": true|\"boot\": true, \"type\": \"FAST\"|invalid|Must be one of",
        "\"name\": \"vm-1\"|\"name\": \"Vm_1\"|invalid|Must be a match of regex",
        "\"name\": \"vm-1\",||required|Required field 'resource.name' not specified",
        "\"diskSizeGb\": \"20\"|\"diskSizeGb\": \"much\"|invalid|diskSizeGb",
        "\"diskSizeGb\": \"20\"|\"diskSizeGb\": \"5\"|invalid|smaller than the image size",
        "\"team\"|\"butler.dev/team\"|invalid|Label keys",
        "n2-standard-2|n2-standard-3|invalid|does not exist",
        "networks/default|networks/other|notFound|networks/other",
        "\"key\": \"user-data\",||required|resource.metadata.items[0].key"
      })
  void whatTheDefinitionDoesNotKnowIsRefusedInGooglesShape(
      String part, @Nullable String other, String reason, String words) throws Exception {
    var answer = insert(BODY.replace(part, other == null ? "" : other));

    var error = Caller.json(answer).path("error");
    assertThat(error.path("code").asInt()).isEqualTo(answer.statusCode()).isBetween(400, 404);
    assertThat(error.path("errors").path(0).path("reason").asText()).isEqualTo(reason);
    assertThat(error.path("message").asText()).contains(words);
    time.advance(Duration.ofMinutes(1));
    assertThat(gcp.machines()).isEmpty();
  }

  @Test
  void anUnknownQueryParameterAndARequestIdThatIsNoneAreRefused() throws Exception {
    assertThat(caller.send("POST", ZONE + "/instances?colour=red", BODY).body())
        .contains("Cannot bind query parameter");
    assertThat(caller.send("POST", ZONE + "/instances?requestId=42", BODY).body())
        .contains("valid UUID");
    assertThat(
            caller
                .send(
                    "POST",
                    ZONE + "/instances?requestId=00000000-0000-0000-0000-000000000000",
                    BODY)
                .statusCode())
        .isEqualTo(400);
  }

  @Test
  void anOperationWaitsRunsAndEnds() throws Exception {
    var operation = Caller.json(insert(BODY));
    var path = ZONE + "/operations/" + operation.path("name").asText();

    assertThat(operation.path("status").asText()).isEqualTo("PENDING");
    assertThat(operation.path("clientOperationId").asText()).isEqualTo(REQUEST);
    assertThat(caller.send("GET", ZONE + "/instances/vm-1", "").statusCode()).isEqualTo(404);
    time.advance(Duration.ofSeconds(3));
    assertThat(get(path).path("status").asText()).isEqualTo("RUNNING");
    assertThat(get(ZONE + "/instances/vm-1").path("status").asText()).isEqualTo("PROVISIONING");
    assertThat(get(PROJECT + "/aggregated/instances").toString()).doesNotContain("vm-1");
    time.advance(Duration.ofSeconds(10));
    assertThat(get(path).path("status").asText()).isEqualTo("DONE");
    assertThat(get(ZONE + "/instances/vm-1").path("status").asText()).isEqualTo("RUNNING");
    assertThat(get(PROJECT + "/aggregated/instances").toString()).contains("vm-1");
    assertThat(gcp.userDataRead("vm-1")).isEqualTo("hello");
  }

  @Test
  void theSameRequestIsDoneOnceAndAFailedOneStaysFailed() throws Exception {
    gcp.full("europe-west1-b", true);
    var first = Caller.json(insert(BODY));
    time.advance(Duration.ofSeconds(20));
    gcp.full("europe-west1-b", false);
    var again = Caller.json(insert(BODY));

    assertThat(again.path("name")).isEqualTo(first.path("name"));
    assertThat(again.path("status").asText()).isEqualTo("DONE");
    assertThat(again.path("error").path("errors").path(0).path("code").asText())
        .isEqualTo("ZONE_RESOURCE_POOL_EXHAUSTED");
    assertThat(gcp.machines()).isEmpty();
    assertThat(gcp.all("disks")).isEmpty();
  }

  @Test
  void aNameIsTakenOnce() throws Exception {
    insert(BODY);
    var other = caller.send("POST", ZONE + "/instances", BODY);
    time.advance(Duration.ofSeconds(20));
    var later = caller.send("POST", ZONE + "/instances", BODY);

    assertThat(other.statusCode()).isEqualTo(409);
    assertThat(later.body()).contains("alreadyExists");
    assertThat(gcp.machines()).hasSize(1);
  }

  @Test
  void quotasAreToldAtOnceOrByTheOperation() throws Exception {
    gcp.quota("INSTANCES", 0);
    assertThat(insert(BODY).body()).contains("quotaExceeded", "INSTANCES");
    gcp.quota("INSTANCES", 10);
    gcp.quota("CPUS", 1);
    var operation = Caller.json(insert(BODY)).path("name").asText();
    time.advance(Duration.ofSeconds(20));
    assertThat(get(ZONE + "/operations/" + operation).toString()).contains("QUOTA_EXCEEDED");
  }

  @Test
  void aDiskInUseStaysAndGoesWithItsMachine() throws Exception {
    insert(BODY);
    time.advance(Duration.ofSeconds(20));
    var refused = caller.send("DELETE", ZONE + "/disks/vm-1-root", "");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("resourceInUseByAnotherResource");

    var number = get(ZONE + "/instances/vm-1").path("id").asText();
    assertThat(caller.send("DELETE", ZONE + "/instances/" + number, "").statusCode())
        .isEqualTo(200);
    assertThat(get(ZONE + "/instances/vm-1").path("status").asText()).isEqualTo("STOPPING");
    time.advance(Duration.ofSeconds(20));
    assertThat(gcp.machines()).isEmpty();
    assertThat(gcp.all("disks")).isEmpty();
  }

  @Test
  void listsComeInPagesAndFiltersAreRead() throws Exception {
    for (var i = 0; i < 5; i++) {
      gcp.foreign("europe-west1-c", "other-" + i);
    }
    var page = get(PROJECT + "/aggregated/instances?maxResults=2");
    assertThat(page.path("items").path("zones/europe-west1-c").path("instances")).hasSize(2);
    assertThat(page.path("items").path("zones/europe-west1-b").toString())
        .contains("NO_RESULTS_ON_PAGE");
    var next =
        get(PROJECT + "/aggregated/instances?pageToken=" + page.path("nextPageToken").asText());
    assertThat(next.path("items").path("zones/europe-west1-c").path("instances")).hasSize(3);
    assertThat(get(PROJECT + "/aggregated/instances?filter=name%20%3D%20%22other-3%22").toString())
        .contains("other-3")
        .doesNotContain("other-2");
    assertThat(
            caller
                .send("GET", PROJECT + "/aggregated/instances?filter=name%20like%20x", "")
                .statusCode())
        .isEqualTo(400);
    assertThat(caller.send("GET", PROJECT + "/aggregated/instances?pageToken=%21", "").statusCode())
        .isEqualTo(400);
  }

  @Test
  void aTokenIsBelievedForAnHourAndAfterThatNot() throws Exception {
    assertThat(caller.send("GET", PROJECT, "").statusCode()).isEqualTo(200);
    time.advance(Duration.ofMinutes(61));
    var answer = caller.send("GET", PROJECT, "");
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).contains("authError");
    caller.token("made-up");
    assertThat(caller.send("GET", PROJECT, "").statusCode()).isEqualTo(401);
  }

  @Test
  void assertionsAreReallyChecked() throws Exception {
    var now = time.instant();
    var late = caller.claims(now);
    late.put("exp", now.getEpochSecond() + 7200);
    var elsewhere = caller.claims(now);
    elsewhere.put("aud", "https://elsewhere.invalid/token");
    var someoneElse = SigningKey.generate(KeyKind.RSA_2048, new SecureRandom());

    assertThat(caller.askForToken(caller.claims(now), "key-1", someoneElse).toString())
        .contains("invalid_grant", "Signature");
    assertThat(caller.askForToken(late, "key-1", Caller.KEY).toString()).contains("iat and exp");
    assertThat(caller.askForToken(elsewhere, "key-1", Caller.KEY).toString()).contains("audience");
    assertThat(caller.askForToken(caller.claims(now), "key-9", Caller.KEY).toString())
        .contains("account not found");
  }

  @Test
  void aPermissionThatIsMissingIsNamed() throws Exception {
    gcp.withhold("compute.instances.setLabels");

    var answer = insert(BODY);
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("compute.instances.setLabels", "forbidden");
    var held =
        caller.send(
            "POST",
            "/v3/projects/butler-test:testIamPermissions",
            "{\"permissions\": [\"compute.instances.setLabels\", \"compute.instances.get\"]}");
    assertThat(held.body()).contains("compute.instances.get").doesNotContain("setLabels");
  }

  @Test
  void aRateLimitSaysWhenToComeBack() throws Exception {
    gcp.callsLeft(0);

    var answer = caller.send("GET", PROJECT, "");
    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.body()).contains("rateLimitExceeded");
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
  }
}
