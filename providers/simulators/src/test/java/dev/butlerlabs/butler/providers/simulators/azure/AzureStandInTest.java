package dev.butlerlabs.butler.providers.simulators.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AzureStandInTest {

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final AzureStandIn azure = AzureStandIn.start(time, MischiefMaker.none(), Instant.now());
  private final Caller caller = new Caller(azure);

  @BeforeEach
  void furnish() throws Exception {
    azure.managedImage("talos", 4);
    caller.signIn();
  }

  @AfterEach
  void close() {
    caller.close();
    azure.close();
  }

  private void cardIsThere(String name) throws Exception {
    assertThat(caller.putCard(name, Caller.card()).status()).isEqualTo(201);
    time.advance(Duration.ofSeconds(5));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/properties/hardwareProfile|vmSiz|\"Standard_D2s_v5\"|BadRequest|Could not find member 'vmSiz'",
        "|colour|\"red\"|BadRequest|Could not find member 'colour' on object of type 'VirtualMachine'",
        "/properties/storageProfile/osDisk|diskSizeGB|\"ten\"|BadRequest|Error converting value",
        "/properties/storageProfile/dataDisks/0|lun|\"0\"|BadRequest|Error converting value",
        "/properties|storageProfile|[]|BadRequest|Error converting value",
        "/properties/storageProfile/osDisk|deleteOption|\"Keep\"|InvalidParameter|Allowed values are 'Delete,Detach'",
        "/properties/hardwareProfile|vmSize|\"Standard_Z9\"|InvalidParameter|is not valid",
        "/properties/osProfile|customData|\"***\"|InvalidParameter|Base64",
        "/tags|a/b|\"c\"|InvalidTagNameCharacters|reserved characters",
        "|zones|[\"9\"]|InvalidAvailabilityZone|is not supported"
      })
  void aMachineThatTheDefinitionDoesNotAllowIsRefused(
      String at, String field, String value, String code, String words) throws Exception {
    cardIsThere("x-nic");
    var body = Caller.machine("x-nic");
    var place = at == null ? body : (ObjectNode) body.at(at);
    place.set(field, Caller.JSON.readTree(value));

    var told = caller.putMachine("x", body);

    assertThat(told.status()).isEqualTo(400);
    assertThat(told.code()).isEqualTo(code);
    assertThat(told.words()).contains(words);
    assertThat(azure.machines()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/properties/storageProfile/osDisk, createOption, osDisk.createOption",
    "/properties/storageProfile/dataDisks/0, lun, dataDisks[0].lun",
    "'', location, location property is required"
  })
  void aMachineThatLacksWhatIsRequiredIsRefused(String at, String field, String words)
      throws Exception {
    cardIsThere("x-nic");
    var body = Caller.machine("x-nic");
    ((ObjectNode) body.at(at)).remove(field);

    var told = caller.putMachine("x", body);

    assertThat(told.status()).isEqualTo(400);
    assertThat(told.words()).contains(words);
  }

  @Test
  void theNetworksWordsAreItsOwn() throws Exception {
    var body = Caller.card();
    ((ObjectNode) body.path("properties")).put("speed", "fast");

    var told = caller.putCard("x-nic", body);

    assertThat(told.code()).isEqualTo("InvalidRequestFormat");
    assertThat(told.words()).contains("'speed' on object of type 'NetworkInterface'");
  }

  @Test
  void versionsPathsAndMethodsAreThoseOfTheDefinition() throws Exception {
    var machine = AzureStandIn.id(Caller.MACHINES, "x");

    assertThat(caller.call("GET", machine, "").code()).isEqualTo("MissingApiVersionParameter");
    assertThat(caller.call("GET", machine + "?api-version=2016-01-01", "").code())
        .isEqualTo("InvalidApiVersionParameter");
    assertThat(caller.call("GET", machine.replace("virtualM", "m") + "?api-version=1", "").status())
        .isEqualTo(404);
    assertThat(caller.call("PATCH", machine + "?api-version=2024-07-01", "{}").status())
        .isEqualTo(405);
    assertThat(
            caller
                .call("GET", machine.replace("butler-lab", "other") + "?api-version=2024-07-01", "")
                .code())
        .isEqualTo("ResourceGroupNotFound");
  }

  @Test
  void signingInIsRefusedInEntrasWords() throws Exception {
    var scope = "&scope=https%3A%2F%2Fmanagement.azure.com%2F.default";
    var wrong =
        caller.signIn("grant_type=client_credentials&client_id=me&client_secret=no" + scope);
    var unknown =
        caller.signIn("grant_type=client_credentials&client_id=you&client_secret=no" + scope);

    assertThat(wrong.status()).isEqualTo(401);
    assertThat(wrong.body().path("error").asText()).isEqualTo("invalid_client");
    assertThat(wrong.body().path("error_description").asText()).startsWith("AADSTS7000215");
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.body().path("error").asText()).isEqualTo("unauthorized_client");
  }

  @Test
  void aTokenEnds() throws Exception {
    var path = Caller.path(Caller.MACHINES, "x", Caller.COMPUTE);
    assertThat(caller.call("GET", path, "").status()).isEqualTo(404);

    time.advance(Duration.ofHours(1));

    var told = caller.call("GET", path, "");
    assertThat(told.status()).isEqualTo(401);
    assertThat(told.code()).isEqualTo("ExpiredAuthenticationToken");
  }

  @Test
  void aMachineTakesItsTimeAndTellsHowItStands() throws Exception {
    cardIsThere("x-nic");
    var made = caller.putMachine("x", Caller.machine("x-nic"));

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.body().at("/properties/provisioningState").asText()).isEqualTo("Creating");
    assertThat(made.body().at("/properties/osProfile").has("customData")).isFalse();
    assertThat(made.header("Retry-After")).isEqualTo("10");
    var follow = made.header("Azure-AsyncOperation");
    assertThat(caller.send("GET", follow, "").body().path("status").asText())
        .isEqualTo("InProgress");

    time.advance(Duration.ofSeconds(40));
    assertThat(caller.send("GET", follow, "").body().path("status").asText())
        .isEqualTo("Succeeded");
    assertThat(look("x").at("/properties/instanceView/statuses/1/code").asText())
        .isEqualTo("PowerState/running");
    assertThat(azure.things()).anyMatch(id -> id.endsWith("disks/x-data"));
  }

  private JsonNode look(String name) throws Exception {
    return caller
        .call(
            "GET", Caller.path(Caller.MACHINES, name, Caller.COMPUTE) + "&$expand=instanceView", "")
        .body();
  }

  @Test
  void aNameThatIsTakenIsNotOverwrittenWhenAskedNotTo() throws Exception {
    azure.foreign("x");
    cardIsThere("y-nic");
    var told = caller.putMachine("x", Caller.machine("y-nic"), "If-None-Match", "*");

    assertThat(told.status()).isEqualTo(412);
    assertThat(told.code()).isEqualTo("PreconditionFailed");
    assertThat(look("x").at("/tags/team").asText()).isEqualTo("somebody-else");
  }

  @Test
  void aNetworkCardIsOverwrittenUnlessItsTagIsAsked() throws Exception {
    cardIsThere("x-nic");
    var etag = caller.putCard("x-nic", Caller.card()).body().path("etag").asText();
    var path = Caller.path(Caller.CARDS, "x-nic", Caller.NETWORK);
    var body = Caller.card().toString();

    assertThat(caller.call("PUT", path, body, "If-None-Match", "*").status()).isEqualTo(200);
    assertThat(caller.call("PUT", path, body, "If-Match", etag).status()).isEqualTo(412);
  }

  @Test
  void deletingTakesWhatItsDeleteOptionsName() throws Exception {
    cardIsThere("x-nic");
    caller.putMachine("x", Caller.machine("x-nic"));
    time.advance(Duration.ofSeconds(40));
    var card = Caller.path(Caller.CARDS, "x-nic", Caller.NETWORK);
    assertThat(caller.call("DELETE", card, "").code()).isEqualTo("NicInUse");

    var path = Caller.path(Caller.MACHINES, "x", Caller.COMPUTE);
    var gone = caller.call("DELETE", path, "");
    assertThat(gone.status()).isEqualTo(202);
    assertThat(caller.send("GET", gone.header("Location"), "").status()).isEqualTo(202);
    time.advance(Duration.ofSeconds(20));

    assertThat(caller.send("GET", gone.header("Location"), "").status()).isEqualTo(204);
    assertThat(caller.call("DELETE", path, "").status()).isEqualTo(204);
    assertThat(azure.things())
        .noneMatch(id -> id.endsWith("x-nic") || id.endsWith("x-os"))
        .anyMatch(id -> id.endsWith("x-data"));
  }

  @Test
  void roomRunsOutInAzuresWords() throws Exception {
    cardIsThere("x-nic");
    azure.cores(1);
    assertThat(caller.putMachine("x", Caller.machine("x-nic")).words()).contains("quota");
    var card = Caller.path(Caller.CARDS, "x-nic", Caller.NETWORK);
    assertThat(caller.call("DELETE", card, "").code()).isEqualTo("NicReservedForAnotherVm");

    azure.cores(100);
    azure.withhold("Standard_D2s_v5");
    assertThat(caller.putMachine("x", Caller.machine("x-nic")).code()).isEqualTo("SkuNotAvailable");
  }

  @Test
  void aZoneWithoutRoomFailsTheWorkAndLeavesTheMachine() throws Exception {
    cardIsThere("x-nic");
    azure.full(Set.of("1"));
    var made = caller.putMachine("x", Caller.machine("x-nic"));
    time.advance(Duration.ofSeconds(40));

    var work = caller.send("GET", made.header("Azure-AsyncOperation"), "").body();
    assertThat(work.path("status").asText()).isEqualTo("Failed");
    assertThat(work.at("/error/code").asText()).isEqualTo("ZonalAllocationFailed");
    assertThat(look("x").at("/properties/provisioningState").asText()).isEqualTo("Failed");
  }

  @Test
  void listsComeInPagesAndLate() throws Exception {
    for (var i = 0; i < 4; i++) {
      azure.foreign("w-" + i);
    }
    var path =
        AzureStandIn.id(Caller.MACHINES, "").replaceFirst("/$", "") + "?api-version=2024-07-01";
    assertThat(caller.call("GET", path, "").body().path("value")).isEmpty();

    time.advance(Duration.ofSeconds(5));
    var first = caller.call("GET", path, "").body();
    var second = caller.send("GET", first.path("nextLink").asText(), "").body();

    assertThat(first.path("value")).hasSize(3);
    assertThat(second.path("value")).hasSize(1);
    assertThat(second.has("nextLink")).isFalse();
  }

  @Test
  void tooManyCallsAreSlowedDown() throws Exception {
    var path = Caller.path(Caller.MACHINES, "x", Caller.COMPUTE);
    assertThat(
            caller.call("DELETE", path, "").header("x-ms-ratelimit-remaining-subscription-deletes"))
        .isEqualTo("199");
    Caller.Told told;
    var calls = 1;
    do {
      told = caller.call("DELETE", path, "");
      calls++;
    } while (told.status() == 204);

    assertThat(calls).isEqualTo(201);
    assertThat(told.status()).isEqualTo(429);
    assertThat(told.header("Retry-After")).isEqualTo("1");
    time.advance(Duration.ofSeconds(1));
    assertThat(caller.call("DELETE", path, "").status()).isEqualTo(204);
  }

  @Test
  void aMissingActionIsNamed() throws Exception {
    cardIsThere("x-nic");
    azure.deny(Set.of("Microsoft.Network/networkInterfaces/join/action"));

    var told = caller.putMachine("x", Caller.machine("x-nic"));

    assertThat(told.status()).isEqualTo(403);
    assertThat(told.code()).isEqualTo("LinkedAuthorizationFailed");
    assertThat(told.words()).contains("networkInterfaces/join/action");
  }

  @Test
  void aCutAfterTheFactLeavesTheFact() throws Exception {
    azure.make(MischiefMaker.at(Map.of(1, Mischief.CUT_AFTER, 2, Mischief.CUT_BEFORE)));

    assertThatThrownBy(() -> caller.putCard("one", Caller.card())).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> caller.putCard("two", Caller.card())).isInstanceOf(IOException.class);
    assertThat(azure.things())
        .anyMatch(id -> id.endsWith("/one"))
        .noneMatch(id -> id.endsWith("/two"));
  }
}
