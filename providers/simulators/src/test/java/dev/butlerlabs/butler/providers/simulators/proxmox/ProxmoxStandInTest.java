package dev.butlerlabs.butler.providers.simulators.proxmox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxmoxStandInTest {

  private static final String QEMU = "/nodes/pve1/qemu";

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final ProxmoxStandIn proxmox =
      ProxmoxStandIn.start(time, MischiefMaker.none(), Instant.now());
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .sslContext(TlsContext.trusting(List.of(Pem.certificate(proxmox.authorityPem()))))
          .build();

  @BeforeEach
  void furnish() {
    proxmox.token("me@pve!ci", "s3cret");
    proxmox.template(9000, "pve1", "talos", 10);
  }

  @AfterEach
  void close() {
    client.close();
    proxmox.close();
  }

  @Test
  void aFieldTheSchemaDoesNotKnowIsRefusedInProxmoxsWords() throws Exception {
    var answer = send("POST", QEMU + "/9000/clone", Map.of("newid", "101", "colour", "red"));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(json(answer).path("data").isNull()).isTrue();
    assertThat(json(answer).path("message").asText()).isEqualTo("Parameter verification failed.");
    assertThat(json(answer).path("errors").path("colour").asText())
        .isEqualTo(
            "property is not defined in schema and the schema does not allow additional"
                + " properties");
    assertThat(proxmox.machines()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cores|two|type check ('integer') failed",
        "cores|0|minimum value of 1",
        "onboot|maybe|type check ('boolean') failed",
        "scsihw|ide|does not have a value in the enumeration",
        "scsi1|ceph:5,colour=red|scsi1.colour: property is not defined in schema",
        "scsi31|ceph:5|property is not defined in schema",
        "tags|Not A Tag!|invalid characters in tag",
        "name|under_score|does not look like a valid DNS name"
      })
  void aValueOfTheWrongKindIsRefused(String field, String value, String words) throws Exception {
    proxmox.foreign(101, "pve1", "other");

    var answer = send("PUT", QEMU + "/101/config", Map.of(field, value));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(json(answer).path("errors").path(field).asText()).contains(words);
  }

  @Test
  void aMissingFieldIsRefused() throws Exception {
    var answer = send("POST", QEMU + "/9000/clone", Map.of("name", "x"));

    assertThat(json(answer).path("errors").path("newid").asText())
        .isEqualTo("property is missing and it is not optional");
  }

  @Test
  void aPathTheSchemaDoesNotKnowIsNotImplemented() throws Exception {
    assertThat(send("GET", "/nodes/pve1/quemu", Map.of()).statusCode()).isEqualTo(501);
  }

  @Test
  void aMissingMachineIsAnErrorOfTheServer() throws Exception {
    var answer = send("GET", QEMU + "/404/config", Map.of());

    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(json(answer).path("message").asText())
        .startsWith("Configuration file 'nodes/pve1/qemu-server/404.conf' does not exist");
  }

  @Test
  void theConsolesFormatHasTheStatusInTheBody() throws Exception {
    var answer = send("extjs", "GET", QEMU + "/404/config", Map.of(), "me@pve!ci=s3cret");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(json(answer).path("success").asInt()).isZero();
    assertThat(json(answer).path("status").asInt()).isEqualTo(500);
  }

  @Test
  void aWrongTokenIsRefusedByStatus() throws Exception {
    assertThat(send("extjs", "GET", "/version", Map.of(), "me@pve!ci=wrong").statusCode())
        .isEqualTo(401);
    assertThat(send("json", "GET", "/version", Map.of(), "you@pve!ci=s3cret").statusCode())
        .isEqualTo(401);
  }

  @Test
  void aMissingPrivilegeIsNamed() throws Exception {
    proxmox.privileges(Set.of("VM.Audit"));

    var answer = send("POST", QEMU + "/9000/clone", Map.of("newid", "101"));

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(json(answer).path("message").asText())
        .isEqualTo("Permission check failed (/vms/9000, VM.Clone)");
  }

  @Test
  void aCloneIsListedAtOnceNamelessAndLockedAndNamedLater() throws Exception {
    var upid = data(send("POST", QEMU + "/9000/clone", cloneOrder())).asText();

    assertThat(row(101).has("name")).isFalse();
    assertThat(row(101).path("lock").asText()).isEqualTo("clone");
    assertThat(task(upid).path("status").asText()).isEqualTo("running");

    time.advance(Duration.ofSeconds(30));
    assertThat(task(upid).path("exitstatus").asText()).isEqualTo("OK");
    assertThat(row(101).has("name")).isFalse();
    assertThat(row(101).has("lock")).isFalse();

    time.advance(Duration.ofSeconds(10));
    assertThat(row(101).path("name").asText()).isEqualTo("cp-0");
  }

  @Test
  void aNumberIsGivenOnce() throws Exception {
    send("POST", QEMU + "/9000/clone", cloneOrder());

    assertThat(json(send("POST", QEMU + "/9000/clone", cloneOrder())).path("message").asText())
        .contains("already exists");
  }

  @Test
  void aFullStorageFailsTheTaskAndLeavesNothing() throws Exception {
    proxmox.storage("small", 5);
    var upid =
        data(send(
                "POST",
                QEMU + "/9000/clone",
                Map.of("newid", "101", "full", "1", "storage", "small")))
            .asText();
    time.advance(Duration.ofSeconds(30));

    assertThat(task(upid).path("exitstatus").asText()).contains("insufficient free space");
    assertThat(proxmox.machines()).isEmpty();
    assertThat(proxmox.volumes()).containsExactly("ceph:vm-9000-disk-0");
  }

  @Test
  void aCutAfterTheFactLeavesTheFact() throws Exception {
    proxmox.make(MischiefMaker.at(Map.of(1, Mischief.CUT_AFTER)));

    assertThatThrownBy(() -> send("POST", QEMU + "/9000/clone", cloneOrder()))
        .isInstanceOf(IOException.class);
    assertThat(proxmox.machines()).hasSize(1);
  }

  @Test
  void aCutBeforeTheFactLeavesNothing() throws Exception {
    proxmox.make(MischiefMaker.at(Map.of(1, Mischief.CUT_BEFORE)));

    assertThatThrownBy(() -> send("POST", QEMU + "/9000/clone", cloneOrder()))
        .isInstanceOf(IOException.class);
    assertThat(proxmox.machines()).isEmpty();
  }

  private static Map<String, String> cloneOrder() {
    return Map.of("newid", "101", "name", "cp-0", "full", "1", "storage", "ceph");
  }

  private JsonNode row(int vmid) throws Exception {
    for (var row : data(send("GET", "/cluster/resources", Map.of()))) {
      if (row.path("vmid").asInt() == vmid) {
        return row;
      }
    }
    throw new AssertionError("vm " + vmid + " is not listed");
  }

  private JsonNode task(String upid) throws Exception {
    return data(
        send("GET", "/nodes/pve1/tasks/" + URLEncoder.encode(upid, UTF_8) + "/status", Map.of()));
  }

  private HttpResponse<String> send(String method, String path, Map<String, String> fields)
      throws Exception {
    return send("json", method, path, fields, "me@pve!ci=s3cret");
  }

  private HttpResponse<String> send(
      String format, String method, String path, Map<String, String> fields, String token)
      throws Exception {
    var form = new StringBuilder();
    fields.forEach(
        (name, value) ->
            form.append(form.isEmpty() ? "" : "&")
                .append(name)
                .append('=')
                .append(URLEncoder.encode(value, UTF_8)));
    return client.send(
        HttpRequest.newBuilder(URI.create(proxmox.uri() + "/api2/" + format + path))
            .header("Authorization", "PVEAPIToken=" + token)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .method(method, HttpRequest.BodyPublishers.ofString(form.toString()))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static JsonNode json(HttpResponse<String> answer) throws IOException {
    return new ObjectMapper().readTree(answer.body());
  }

  private static JsonNode data(HttpResponse<String> answer) throws IOException {
    return json(answer).path("data");
  }
}
