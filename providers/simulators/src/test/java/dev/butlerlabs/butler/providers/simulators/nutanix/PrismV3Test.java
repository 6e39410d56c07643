package dev.butlerlabs.butler.providers.simulators.nutanix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrismV3Test {

  private static final String BASE = "/api/nutanix/v3";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final PrismStandIn prism = PrismStandIn.start(time, MischiefMaker.none(), Instant.now());
  private final Wire wire = new Wire(prism);
  private final String cluster = prism.cluster("pe-1");
  private final String subnet = prism.subnet("vlan40", cluster, "10.9.8.1", "10.9.8.2");
  private final String bare = prism.subnet("bare", cluster, "", "");
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

  @Test
  void aFieldTheDefinitionDoesNotKnowIsRefusedInPrismsShape() throws Exception {
    var intent = intent();
    ((ObjectNode) intent.path("spec").path("resources")).put("colour", "red");

    var answer = wire.send("POST", BASE + "/vms", intent.toString());

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.body().path("state").asText()).isEqualTo("ERROR");
    assertThat(answer.body().path("code").asInt()).isEqualTo(422);
    var message = answer.body().path("message_list").path(0);
    assertThat(message.path("reason").asText()).isEqualTo("INVALID_REQUEST");
    assertThat(message.path("details").path("spec.resources").path(0).asText())
        .isEqualTo("Additional properties are not allowed ('colour' was unexpected)");
    assertThat(prism.machines()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/spec/resources/num_sockets|\"two\"|spec.resources.num_sockets|is not of type 'integer'",
        "/spec/resources/num_sockets|0|spec.resources.num_sockets|less than the minimum of 1",
        "/spec/resources/power_state|\"MAYBE\"|spec.resources.power_state|is not one of",
        "/spec/resources/nic_list|{}|spec.resources.nic_list|is not of type 'array'",
        "/spec/resources/boot_config|[]|spec.resources.boot_config|is not of type 'object'",
        "/spec/cluster_reference|{\"kind\":\"cluster\"}|spec.cluster_reference|uuid' is a required",
        "/metadata/uuid|\"vm-1\"|metadata.uuid|does not match the pattern of a uuid",
        "/metadata/uuid|\"1a0b1f9e-31c5-4c5a-9a43-0b0b8d5b6a11\"|metadata.uuid|was not given by",
        "/metadata/kind|\"image\"|metadata.kind|is not one of",
        "/spec/resources/guest_customization|{\"cloud_init\":{\"meta_data\":\"e30=\"}}"
            + "|spec.resources.guest_customization.cloud_init|exactly one of",
        "/spec/resources/guest_customization|{\"cloud_init\":{\"user_data\":\"#!/bin/sh\"}}"
            + "|spec.resources.guest_customization.cloud_init.user_data|not base64"
      })
  void aValueOfTheWrongKindIsRefused(String at, String value, String field, String words)
      throws Exception {
    var intent = intent();
    var cut = at.lastIndexOf('/');
    ((ObjectNode) intent.at(at.substring(0, cut))).set(at.substring(cut + 1), JSON.readTree(value));

    var answer = wire.send("POST", BASE + "/vms", intent.toString());

    assertThat(answer.status()).isEqualTo(422);
    assertThat(details(answer).path(field).path(0).asText()).contains(words);
    assertThat(prism.machines()).isEmpty();
  }

  @Test
  void anAddressCannotBeGivenWherePrismGivesNone() throws Exception {
    var intent = intent();
    var card = (ObjectNode) intent.at("/spec/resources/nic_list/0");
    card.putObject("subnet_reference").put("kind", "subnet").put("uuid", bare);
    card.putArray("ip_endpoint_list").addObject().put("ip", "10.9.8.7");

    assertThat(wire.send("POST", BASE + "/vms", intent.toString()).status()).isEqualTo(422);
  }

  @Test
  void aCategoryThatDoesNotExistIsRefused() throws Exception {
    var intent = intent();
    ((ObjectNode) intent.path("metadata")).putObject("categories").put("tier", "gold");

    var answer = wire.send("POST", BASE + "/vms", intent.toString());

    assertThat(reason(answer)).isEqualTo("CATEGORY_NAME_VALUE_MISMATCH");
  }

  @Test
  void aWrongPasswordAndAMissingPermissionAreRefused() throws Exception {
    var stranger = wire.send("GET", BASE + "/users/me", "", "me:wrong", Map.of());
    prism.permissions(Set.of("View_Virtual_Machine"));
    var limited = wire.send("POST", BASE + "/vms", intent().toString());

    assertThat(stranger.status()).isEqualTo(401);
    assertThat(reason(stranger)).isEqualTo("AUTHENTICATION_REQUIRED");
    assertThat(limited.status()).isEqualTo(403);
    assertThat(limited.body().toString()).contains("Create_Virtual_Machine");
  }

  @Test
  void aPathTheDefinitionDoesNotKnowIsRefused() throws Exception {
    assertThat(wire.send("GET", BASE + "/virtual_machines", "").status()).isEqualTo(404);
  }

  @Test
  void aMachineIsSeenAtOnceMadeLaterAndListedLaterStill() throws Exception {
    var made = wire.send("POST", BASE + "/vms", intent().toString());
    var uuid = made.body().path("metadata").path("uuid").asText();
    var task = made.body().path("status").path("execution_context").path("task_uuid").asText();

    assertThat(made.status()).isEqualTo(202);
    assertThat(state(uuid)).isEqualTo("PENDING");
    assertThat(task(task)).isEqualTo("RUNNING");

    time.advance(Duration.ofSeconds(20));
    assertThat(state(uuid)).isEqualTo("COMPLETE");
    assertThat(task(task)).isEqualTo("SUCCEEDED");
    assertThat(listed()).isZero();

    time.advance(Duration.ofSeconds(10));
    assertThat(listed()).isEqualTo(1);
  }

  @Test
  void aReservedUuidIsUsedOnce() throws Exception {
    var request = "{\"client_identifier\": \"butler-owner-1\", \"count\": 1}";
    var first = wire.send("POST", BASE + "/idempotence_identifiers", request);
    var again = wire.send("POST", BASE + "/idempotence_identifiers", request);
    var uuid = first.body().path("uuid_list").path(0).asText();
    var intent = intent();
    ((ObjectNode) intent.path("metadata")).put("uuid", uuid);

    assertThat(again.body()).isEqualTo(first.body());
    assertThat(wire.send("POST", BASE + "/vms", intent.toString()).status()).isEqualTo(202);
    var twice = wire.send("POST", BASE + "/vms", intent.toString());
    assertThat(reason(twice)).isEqualTo("ENTITY_ALREADY_EXISTS");
    assertThat(prism.machines()).hasSize(1);
  }

  @Test
  void aChangeNeedsTheVersionThatWasSeen() throws Exception {
    var uuid = made();
    var seen = (ObjectNode) wire.send("GET", BASE + "/vms/" + uuid, "").body();
    seen.remove("status");
    var versionless = seen.deepCopy();
    ((ObjectNode) versionless.path("metadata")).remove("spec_version");

    assertThat(wire.send("PUT", BASE + "/vms/" + uuid, versionless.toString()).status())
        .isEqualTo(422);
    assertThat(wire.send("PUT", BASE + "/vms/" + uuid, seen.toString()).status()).isEqualTo(202);
    var late = wire.send("PUT", BASE + "/vms/" + uuid, seen.toString());
    assertThat(late.status()).isEqualTo(409);
    assertThat(reason(late)).isEqualTo("CONCURRENT_REQUESTS_NOT_ALLOWED");
  }

  @Test
  void listsComeInPages() throws Exception {
    IntStream.range(0, 30).forEach(i -> prism.image("image-" + i, 1));

    var usual = wire.send("POST", BASE + "/images/list", "{\"kind\": \"image\"}").body();
    var rest = wire.send("POST", BASE + "/images/list", "{\"offset\": 20, \"length\": 500}").body();

    assertThat(usual.path("entities")).hasSize(20);
    assertThat(usual.path("metadata").path("total_matches").asInt()).isEqualTo(31);
    assertThat(rest.path("entities")).hasSize(11);
    assertThat(wire.send("POST", BASE + "/images/list", "{\"length\": 501}").status())
        .isEqualTo(422);
  }

  @Test
  void noRoomFailsTheTaskAndLeavesAnIntentInError() throws Exception {
    prism.room(false);
    var made = wire.send("POST", BASE + "/vms", intent().toString());
    var uuid = made.body().path("metadata").path("uuid").asText();
    time.advance(Duration.ofSeconds(20));

    assertThat(state(uuid)).isEqualTo("ERROR");
    assertThat(prism.machines()).isEmpty();
    assertThat(prism.things()).containsExactly("failed intent " + uuid);
    wire.send("DELETE", BASE + "/vms/" + uuid, "");
    time.advance(Duration.ofSeconds(10));
    assertThat(prism.things()).isEmpty();
  }

  @Test
  void aMachineThatIsGoneIsListedForAWhile() throws Exception {
    var uuid = made();
    time.advance(Duration.ofSeconds(10));
    wire.send("DELETE", BASE + "/vms/" + uuid, "");
    time.advance(Duration.ofSeconds(10));

    assertThat(wire.send("GET", BASE + "/vms/" + uuid, "").status()).isEqualTo(404);
    assertThat(listed()).isEqualTo(1);
    time.advance(Duration.ofSeconds(10));
    assertThat(listed()).isZero();
    assertThat(prism.things()).isEmpty();
  }

  @Test
  void aCutAfterTheFactLeavesTheFactAndOneBeforeItNothing() throws Exception {
    prism.make(MischiefMaker.at(Map.of(1, Mischief.CUT_BEFORE, 2, Mischief.CUT_AFTER)));
    var intent = intent().toString();

    assertThatThrownBy(() -> wire.send("POST", BASE + "/vms", intent))
        .isInstanceOf(IOException.class);
    assertThat(prism.machines()).isEmpty();
    assertThatThrownBy(() -> wire.send("POST", BASE + "/vms", intent))
        .isInstanceOf(IOException.class);
    assertThat(prism.machines()).hasSize(1);
  }

  private String made() throws Exception {
    var uuid =
        wire.send("POST", BASE + "/vms", intent().toString())
            .body()
            .path("metadata")
            .path("uuid")
            .asText();
    time.advance(Duration.ofSeconds(20));
    return uuid;
  }

  private JsonNode intent() throws IOException {
    return JSON.readTree(
        """
        {"api_version": "3.1.0", "metadata": {"kind": "vm"}, "spec": {"name": "cp-0",
          "cluster_reference": {"kind": "cluster", "uuid": "%s"},
          "resources": {"num_sockets": 2, "memory_size_mib": 2048, "power_state": "ON",
            "disk_list": [{"data_source_reference": {"kind": "image", "uuid": "%s"},
              "disk_size_bytes": 21474836480}],
            "nic_list": [{"subnet_reference": {"kind": "subnet", "uuid": "%s"}}]}}}
        """
            .formatted(cluster, image, subnet));
  }

  private int listed() throws Exception {
    return wire.send(
            "POST", BASE + "/vms/list", "{\"kind\": \"vm\", \"filter\": \"vm_name==cp-0\"}")
        .body()
        .path("entities")
        .size();
  }

  private String state(String uuid) throws Exception {
    return wire.send("GET", BASE + "/vms/" + uuid, "").body().path("status").path("state").asText();
  }

  private String task(String uuid) throws Exception {
    return wire.send("GET", BASE + "/tasks/" + uuid, "").body().path("status").asText();
  }

  private static JsonNode details(Wire.Answer answer) {
    return answer.body().path("message_list").path(0).path("details");
  }

  private static String reason(Wire.Answer answer) {
    return answer.body().path("message_list").path(0).path("reason").asText();
  }
}
