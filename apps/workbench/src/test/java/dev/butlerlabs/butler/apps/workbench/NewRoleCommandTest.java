package dev.butlerlabs.butler.apps.workbench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.butlerlabs.butler.providers.http.Proxies;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the roles hold is compared with the drivers' calls by the contract tests. */
class NewRoleCommandTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  @TempDir private Path root;

  private String role(String... arguments) {
    var words = new String[arguments.length + 2];
    words[0] = "new";
    words[1] = "role";
    System.arraycopy(arguments, 0, words, 2, arguments.length);
    var typed = Typed.command(root, words);
    assertThat(typed.exit()).as(typed.err()).isZero();
    assertThat(typed.err()).isNotBlank();
    return typed.out();
  }

  @Test
  void everyPlatformHasOne() {
    for (var platform : Platforms.all(InstantSource.system(), Proxies.of("", ""))) {
      assertThat(role(platform.type().name().toLowerCase(Locale.ROOT))).isNotBlank();
    }
  }

  @Test
  void awsGetsAPolicy() throws JsonProcessingException {
    var policy = JSON.readTree(role("aws"));

    assertThat(policy.path("Version").asText()).isEqualTo("2012-10-17");
    assertThat(policy.path("Statement"))
        .hasSize(2)
        .allSatisfy(one -> assertThat(one.path("Effect").asText()).isEqualTo("Allow"));
    assertThat(policy.toString())
        .contains("\"ec2:RunInstances\"", "\"ec2:ImportSnapshot\"")
        .contains("\"servicequotas:GetServiceQuota\"")
        .doesNotContain(":*\"");
  }

  @Test
  void azureGetsARoleDefinition() throws JsonProcessingException {
    var definition = JSON.readTree(role("azure"));

    assertThat(definition.path("IsCustom").asBoolean()).isTrue();
    assertThat(definition.path("Actions").valueStream().map(JsonNode::asText))
        .contains("Microsoft.Compute/virtualMachines/write")
        .noneMatch(action -> action.contains("*"));
  }

  @Test
  void googleGetsACustomRole() throws JsonProcessingException {
    assertThat(
            YAML.readTree(role("gcp"))
                .path("includedPermissions")
                .valueStream()
                .map(JsonNode::asText))
        .contains("compute.instances.create")
        .doesNotContain("compute.instances.setServiceAccount");
  }

  @Test
  void harvesterGetsClusterRoles() throws IOException {
    var read = YAML.readerFor(JsonNode.class).<JsonNode>readValues(role("harvester")).readAll();

    assertThat(read)
        .hasSize(5)
        .allSatisfy(one -> assertThat(one.path("kind").asText()).isEqualTo("ClusterRole"));
    assertThat(read.toString()).doesNotContain("\"*\"");
  }

  @Test
  void nutanixGetsPermissions() {
    assertThat(role("nutanix").lines()).contains("Create_Virtual_Machine").doesNotHaveDuplicates();
  }

  @Test
  void proxmoxGetsCommandsWithTheNamesOfTheVersion() {
    assertThat(role("proxmox", "--platform-version", "8"))
        .contains("pveum role add Butler --privs \"Datastore.Allocate ")
        .contains("VM.Monitor")
        .doesNotContain("VM.GuestAgent");
    assertThat(role("proxmox", "--platform-version", "9"))
        .contains("VM.GuestAgent.Audit")
        .doesNotContain("VM.Monitor");
  }

  @Test
  void aPlatformThatIsNotThereIsToldWithThoseThatAre() {
    var typed = Typed.command(root, "new", "role", "vsphere");

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("vsphere", "aws, azure, gcp, harvester, nutanix, proxmox");
  }
}
