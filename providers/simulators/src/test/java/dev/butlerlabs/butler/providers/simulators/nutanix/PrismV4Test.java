package dev.butlerlabs.butler.providers.simulators.nutanix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrismV4Test {

  private static final String VMS = "/api/vmm/v4.0/ahv/config/vms";
  private static final String USER = "me:s3cret";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final PrismStandIn prism = PrismStandIn.start(time, MischiefMaker.none(), Instant.now());
  private final Wire wire = new Wire(prism);
  private final String cluster = prism.cluster("pe-1");
  private final String subnet = prism.subnet("vlan40", cluster, "10.9.8.1", "10.9.8.2");
  private final String image = prism.image("talos", 10);

  @BeforeEach
  void furnish() {
    prism.user("me", "s3cret");
  }

  @AfterEach
  void close() {
    wire.close();
    prism.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/colour|\"red\"||colour' was unexpected",
        "/numSockets|0|numSockets|less than the minimum of 1",
        "/numSockets|\"two\"|numSockets|is not of type 'integer'",
        "/machineType|\"ARM\"|machineType|is not one of",
        "/disks|{}|disks|is not of type 'array'",
        "/bootConfig|{\"bootType\":\"UEFI\"}|bootConfig|$objectType '' is not one of",
        "/bootConfig|{\"$objectType\":\"vmm.v4.ahv.config.UefiBoot\",\"x\":1}|bootConfig|x' was",
        "/cluster|{\"extId\":\"pe-1\"}|cluster.extId|does not match the pattern of a uuid",
        "/cluster|{}|cluster|missing or not registered",
        "/name|\"0123456789012345678901234567890123456789012345678901234567890123456789"
            + "01234567890\"|name|too long"
      })
  void whatTheDefinitionDoesNotKnowIsRefusedInPrismsShape(
      String at, String value, String field, String words) throws Exception {
    var order = (ObjectNode) order();
    order.set(at.substring(1), JSON.readTree(value));

    var answer = post(order, 1);

    assertThat(answer.status()).isEqualTo(400);
    var error = answer.body().path("data").path("error");
    assertThat(error.path("$objectType").asText()).isEqualTo("vmm.v4.error.SchemaValidationError");
    assertThat(error.path("validationErrorMessages").toString()).contains(words);
    assertThat(error.path("validationErrorMessages").findValuesAsText("attributePath"))
        .contains(field == null ? "" : field);
    assertThat(prism.machines()).isEmpty();
  }

  @Test
  void aRequestIdIsNeededAndTheSameOneIsTheSameTask() throws Exception {
    var nameless = wire.send("POST", VMS, order().toString());
    var first = post(order(), 1);
    var again = post(order(), 1);
    var other = post(order(), 2);

    assertThat(nameless.status()).isEqualTo(400);
    assertThat(first.status()).isEqualTo(202);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(other.body()).isNotEqualTo(first.body());
    assertThat(prism.machines()).hasSize(2);
  }

  @Test
  void aMachineIsThereWhenItsTaskHasEndedAndIsOff() throws Exception {
    var task = post(order(), 1).body().path("data").path("extId").asText();
    var vm = prism.machines().getFirst().uuid();

    assertThat(task).startsWith("ZXJnb24=:");
    assertThat(wire.send("GET", VMS + "/" + vm, "").status()).isEqualTo(404);
    time.advance(Duration.ofSeconds(20));

    var ended = wire.send("GET", "/api/prism/v4.0/config/tasks/" + task, "").body().path("data");
    assertThat(ended.path("status").asText()).isEqualTo("SUCCEEDED");
    assertThat(ended.path("entitiesAffected").path(0).path("extId").asText()).isEqualTo(vm);
    var seen = wire.send("GET", VMS + "/" + vm, "").body().path("data");
    assertThat(seen.path("powerState").asText()).isEqualTo("OFF");
  }

  @Test
  void aChangeNeedsTheEtagThatWasSeen() throws Exception {
    post(order(), 1);
    time.advance(Duration.ofSeconds(20));
    var vm = VMS + "/" + prism.machines().getFirst().uuid();
    var etag = wire.send("GET", vm, "").header("etag");

    assertThat(change("DELETE", vm, 2, Map.of()).status()).isEqualTo(428);
    assertThat(change("POST", vm + "/$actions/power-on", 3, Map.of("If-Match", etag)).status())
        .isEqualTo(202);
    time.advance(Duration.ofSeconds(5));
    assertThat(change("DELETE", vm, 4, Map.of("If-Match", etag)).status()).isEqualTo(412);
    assertThat(prism.machines()).singleElement().matches(Seen::running);
  }

  @Test
  void listsComeInPagesAndEmptyOnesWithoutData() throws Exception {
    IntStream.range(0, 60).forEach(i -> prism.image("image-" + i, 1));
    var images = "/api/vmm/v4.0/content/images";

    var usual = wire.send("GET", images, "").body();
    var rest = wire.send("GET", images + "?%24page=1", "").body();
    var none = wire.send("GET", images + "?%24filter=name%20eq%20%27x%27", "").body();

    assertThat(usual.path("data")).hasSize(50);
    assertThat(usual.path("metadata").path("totalAvailableResults").asInt()).isEqualTo(61);
    assertThat(rest.path("data")).hasSize(11);
    assertThat(none.has("data")).isFalse();
    assertThat(wire.send("GET", images + "?%24limit=101", "").status()).isEqualTo(400);
  }

  @Test
  void noRoomFailsTheStartAndTheMachineStaysOff() throws Exception {
    post(order(), 1);
    time.advance(Duration.ofSeconds(20));
    prism.room(false);
    var vm = VMS + "/" + prism.machines().getFirst().uuid();
    var etag = wire.send("GET", vm, "").header("etag");
    var task =
        change("POST", vm + "/$actions/power-on", 2, Map.of("If-Match", etag))
            .body()
            .path("data")
            .path("extId")
            .asText();
    time.advance(Duration.ofSeconds(5));

    var ended = wire.send("GET", "/api/prism/v4.0/config/tasks/" + task, "").body().path("data");
    assertThat(ended.path("status").asText()).isEqualTo("FAILED");
    assertThat(ended.path("errorMessages").path(0).path("message").asText())
        .contains("insufficient resources");
    assertThat(prism.machines()).singleElement().matches(seen -> !seen.running());
  }

  private Wire.Answer post(JsonNode order, int request) throws Exception {
    return wire.send("POST", VMS, order.toString(), USER, Map.of("NTNX-Request-Id", id(request)));
  }

  private Wire.Answer change(String method, String path, int request, Map<String, String> more)
      throws Exception {
    var headers = new HashMap<>(more);
    headers.put("NTNX-Request-Id", id(request));
    return wire.send(method, path, "", USER, headers);
  }

  private static String id(int request) {
    return "00000000-0000-4000-8000-%012d".formatted(request);
  }

  private JsonNode order() throws IOException {
    return JSON.readTree(
        """
        {"name": "cp-0", "numSockets": 2, "memorySizeBytes": 2147483648,
          "cluster": {"extId": "%s"},
          "disks": [{"backingInfo": {"$objectType": "vmm.v4.ahv.config.VmDisk",
            "diskSizeBytes": 21474836480, "dataSource": {"reference": {
              "$objectType": "vmm.v4.ahv.config.ImageReference", "imageExtId": "%s"}}}}],
          "nics": [{"networkInfo": {"subnet": {"extId": "%s"}}}]}
        """
            .formatted(cluster, image, subnet));
  }
}
