package dev.butlerlabs.butler.providers.simulators.proxmox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

class ImportsTest {

  private static final String URL = "https://factory.example.com/talos.qcow2";
  private static final String SUM = "ab".repeat(32);

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final Cluster cluster = new Cluster(time, Map.of("pve1", 8L, "pve2", 8L));
  private final ApiTable table = ApiTable.load();

  ImportsTest() {
    cluster.volumes.add(new Volumes.Storage("ceph", Set.of("images"), true, 100));
    cluster.volumes.add(new Volumes.Storage("local", Set.of("import", "iso"), false, 100));
    cluster.imports.source(URL, 2, SUM);
  }

  private static Map<String, String> download(String... changes) {
    var fields = new TreeMap<>(Map.of("content", "import", "filename", "t.qcow2", "url", URL));
    for (var i = 0; i < changes.length; i += 2) {
      fields.put(changes[i], changes[i + 1]);
    }
    return fields;
  }

  private String exit(String upid) {
    time.advance(Duration.ofMinutes(2));
    cluster.tasks.settle();
    return String.valueOf(cluster.tasks.find(upid).orElseThrow().status().get("exitstatus"));
  }

  private String fetch(String... changes) {
    return exit(cluster.imports.download("pve1", "local", download(changes), "me@pve"));
  }

  private String create(String node, String disk) {
    return exit(
        cluster.imports.create(node, Map.of("vmid", "101", "name", "t", "scsi0", disk), "me@pve"));
  }

  private static AbstractThrowableAssert<?, ?> refused(Runnable call) {
    return assertThatThrownBy(call::run).isInstanceOf(Refused.class);
  }

  @Test
  void theSchemaKnowsTheCallAndItsContent() {
    var endpoint =
        table.find("POST", "/nodes/pve1/storage/local/download-url").orElseThrow().endpoint();

    assertThat(endpoint.problems(download("checksum", SUM, "checksum-algorithm", "sha256")))
        .isEmpty();
    assertThat(endpoint.problems(download("content", "images"))).containsKey("content");
    assertThat(endpoint.problems(download("colour", "red"))).containsKey("colour");
  }

  @Test
  void aChecksumIsComparedAndBothFieldsGoTogether() {
    assertThat(fetch("checksum", SUM, "checksum-algorithm", "sha256")).isEqualTo("OK");
    assertThat(fetch("filename", "u.qcow2", "checksum", "cd", "checksum-algorithm", "sha256"))
        .isEqualTo("checksum mismatch: got '" + SUM + "' != expect 'cd'");
    refused(() -> fetch("filename", "v.qcow2", "checksum", SUM));
    assertThat(cluster.volumes.all()).containsExactly("local:import/t.qcow2");
  }

  @Test
  void namesContentAndPlaceAreLookedAt() {
    refused(() -> fetch("filename", "t.iso"));
    refused(() -> cluster.imports.download("pve1", "ceph", download(), "me@pve"))
        .hasMessageContaining("not configured for content-type 'import'");
    assertThat(fetch("url", "https://factory.example.com/other")).contains("download failed");
    assertThat(fetch()).isEqualTo("OK");
    assertThat(fetch()).contains("refusing to override existing file");
  }

  @Test
  void aGuestIsMadeOfAFileOnItsOwnNodeOnly() {
    fetch();
    refused(() -> create("pve1", "ceph:0,import-from=local:iso/t.iso"));
    refused(() -> create("pve1", "ceph:0,import-from=/etc/passwd"));
    assertThat(create("pve2", "ceph:0,import-from=local:import/t.qcow2"))
        .contains("unable to create VM 101", "does not exist");
    assertThat(cluster.guests).isEmpty();

    assertThat(create("pve1", "ceph:0,import-from=local:import/t.qcow2")).isEqualTo("OK");
    assertThat(cluster.require("pve1", "101").config())
        .containsEntry("scsi0", "ceph:vm-101-disk-0,size=2G")
        .doesNotContainKey("lock");
    refused(() -> create("pve1", "ceph:0,import-from=local:import/t.qcow2"))
        .hasMessageContaining("already exists");
  }

  @Test
  void aTemplateGetsItsFlagAtOnceAndItsDiskLater() {
    fetch();
    create("pve1", "ceph:0,import-from=local:import/t.qcow2");
    var guest = cluster.require("pve1", "101");
    var upid = cluster.imports.template(guest, "me@pve");

    assertThat(guest.config()).containsEntry("template", "1");
    assertThat(guest.config().get("scsi0")).startsWith("ceph:vm-101");
    assertThat(exit(upid)).isEqualTo("OK");
    assertThat(guest.config().get("scsi0")).startsWith("ceph:base-101");
    refused(() -> cluster.imports.template(guest, "me@pve"));
  }
}
