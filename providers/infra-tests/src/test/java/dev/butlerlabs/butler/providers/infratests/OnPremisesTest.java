package dev.butlerlabs.butler.providers.infratests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing.Drawn;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing.FromNetwork;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What workers on hardware of one's own need, beyond what a schema can say. */
class OnPremisesTest {

  @Test
  void proxmoxIsToldToCheckCertificatesUnlessAskedNotTo() {
    assertThat(secret(Platform.PROXMOX, Edits.of(Platform.PROXMOX), "insecure")).isEqualTo("false");
    assertThat(
            secret(
                Platform.PROXMOX,
                Edits.of(Platform.PROXMOX).platform(Platform.PROXMOX.full()),
                "insecure"))
        .isEqualTo("true");
  }

  @Test
  void proxmoxTokenMayStandInOnePiece() {
    var order = Edits.of(Platform.PROXMOX).secret(Map.of("token", "butler@pve!capi=5f3a-11=="));

    assertThat(secret(Platform.PROXMOX, order, "token")).isEqualTo("butler@pve!capi");
    assertThat(secret(Platform.PROXMOX, order, "secret")).isEqualTo("5f3a-11==");
  }

  @Test
  void proxmoxAuthorityIsHandedOnUnderEachOfItsNames() {
    for (var name : List.of("ca.crt", "ca.pem")) {
      var order =
          Edits.of(Platform.PROXMOX)
              .secret(Map.of("token", "butler@pve!capi", "tokenSecret", "5f3a", name, "a chain"));

      assertThat(secret(Platform.PROXMOX, order, "root_ca")).as(name).isEqualTo("a chain");
    }
  }

  @Test
  void nutanixAuthorityIsHandedOnUnderEachOfItsNames() {
    for (var name : List.of("ca.pem", "ca.crt")) {
      var order =
          Edits.of(Platform.NUTANIX)
              .secret(Map.of("username", "u", "password", "p", name, "a chain"));
      var cluster = Drawings.object(drawn(Platform.NUTANIX, order), "NutanixCluster");

      assertThat(cluster.at("/spec/prismCentral/additionalTrustBundle/data").asText())
          .as(name)
          .isEqualTo("a chain");
    }
  }

  @Test
  void proxmoxPasswordIsRefusedWithTheWayOut() {
    var order = Edits.of(Platform.PROXMOX).secret(Map.of("username", "u", "password", "p"));

    assertThat(Drawings.refusals(draw(Platform.PROXMOX, order)))
        .containsExactly(
            "Secret butler-system/account: Cluster API signs in to Proxmox with an API token, and"
                + " the Secret holds none (make an API token and store its id under token and its"
                + " secret under tokenSecret)");
  }

  @Test
  void proxmoxTakesTheNodeRange() {
    var order = Edits.of(Platform.PROXMOX).addressing(Orders.TWO_RANGES);

    var cluster = Drawings.object(drawn(Platform.PROXMOX, order), "ProxmoxCluster");

    assertThat(cluster.at("/spec/ipv4Config").toString())
        .isEqualTo(
            """
            {"addresses":["10.40.0.10-10.40.0.29","10.40.1.7"],"gateway":"10.40.0.1","prefix":22}\
            """);
    assertThat(cluster.at("/spec/externalManagedControlPlane").asBoolean()).isTrue();
  }

  @Test
  void proxmoxWithoutNodeRangeIsRefused() {
    var order = Edits.of(Platform.PROXMOX).addressing(new FromNetwork());

    assertThat(Drawings.refusals(draw(Platform.PROXMOX, order)))
        .singleElement()
        .asString()
        .startsWith("spec.network of the ProviderConfig: workers on Proxmox have fixed addresses");
  }

  /** As it is for machines of the platform itself. */
  @ParameterizedTest
  @CsvSource({"vmbr7, , vmbr7", "vmbr7, vmbr1, vmbr1", "10.40.0.0/22, , ''"})
  void proxmoxSubnetThatReadsLikeABridgeIsOne(
      String subnet, @Nullable String bridge, String drawn) {
    var order = Edits.of(Platform.PROXMOX).setting("network", "subnet", subnet);
    var named = bridge == null ? order : order.setting("proxmox", "bridge", bridge);

    var machine = machine(Platform.PROXMOX, named, "ProxmoxMachineTemplate");

    assertThat(machine.at("/network/networkDevices/0/bridge").asText("")).isEqualTo(drawn);
  }

  @Test
  void proxmoxMemoryIsRoundedUpToWhatItTakes() {
    var order =
        Edits.of(Platform.PROXMOX)
            .pools(Orders.pool("odd", OsType.ROCKY, null, Orders.size(2, "6.5G", "20Gi")));

    var machine = machine(Platform.PROXMOX, order, "ProxmoxMachineTemplate");

    // 6.5G are 6198.9 MiB.
    assertThat(machine.at("/memoryMiB").asInt()).isEqualTo(6200);
  }

  @Test
  void proxmoxTemplateMayBeNamedByItsTags() {
    var order =
        Edits.of(Platform.PROXMOX)
            .pools(Orders.pool("w", OsType.TALOS, "talos,v1.9.3", Orders.size(2, "4Gi", "20Gi")));

    var machine = machine(Platform.PROXMOX, order, "ProxmoxMachineTemplate");

    assertThat(machine.at("/templateSelector/matchTags").toString())
        .isEqualTo("[\"talos\",\"v1.9.3\"]");
    assertThat(machine.has("templateID")).isFalse();
    assertThat(machine.at("/checks").toString())
        .isEqualTo("{\"skipCloudInitStatus\":true,\"skipQemuGuestAgent\":true}");
  }

  @Test
  void nutanixPasswordIsCarriedToTheLetter() throws Exception {
    var text = secret(Platform.NUTANIX, Edits.of(Platform.NUTANIX), "credentials");

    var account = new ObjectMapper().readTree(text).get(0);

    assertThat(account.get("type").asText()).isEqualTo("basic_auth");
    assertThat(account.at("/data/prismCentral/password").asText()).isEqualTo("canary-\"3f1c\\");
  }

  @Test
  void nutanixPortInTheUrlWins() {
    var order = Edits.of(Platform.NUTANIX).platform(Platform.NUTANIX.full());

    var prism =
        Drawings.object(drawn(Platform.NUTANIX, order), "NutanixCluster").at("/spec/prismCentral");

    assertThat(prism.get("address").asText()).isEqualTo("prism.example.com");
    assertThat(prism.get("port").asInt()).isEqualTo(9441);
    assertThat(prism.get("insecure").asBoolean()).isTrue();
  }

  @Test
  void nutanixTellsThatItTakesNoRange() {
    var drawn = drawn(Platform.NUTANIX, Edits.of(Platform.NUTANIX).addressing(Orders.ONE_RANGE));

    assertThat(Drawings.gaps(drawn)).containsExactly("NodeRangeNotTaken");
  }

  @Test
  void kubevirtClusterIsPausedUntilTheEndpointIsKnown() {
    var before = Drawings.object(drawn(Platform.KUBEVIRT, Edits.of(Platform.KUBEVIRT)), KUBEVIRT);
    var after =
        Drawings.object(
            drawn(Platform.KUBEVIRT, Edits.of(Platform.KUBEVIRT).endpoint("192.0.2.1")), KUBEVIRT);

    assertThat(before.at(PAUSED).asText()).isEqualTo("true");
    assertThat(before.at("/spec/controlPlaneEndpoint").isMissingNode()).isTrue();
    assertThat(after.at("/metadata/annotations").isMissingNode()).isTrue();
    assertThat(after.at("/spec/controlPlaneEndpoint/host").asText()).isEqualTo("192.0.2.1");
  }

  @Test
  void kubevirtReadsTheSecretWhereItStandsAndNoCopyIsMade() {
    var drawn = drawn(Platform.KUBEVIRT, Edits.of(Platform.KUBEVIRT));

    assertThat(drawn.objects()).noneMatch(object -> object.kind().equals("Secret"));
    assertThat(
            Drawings.object(drawn, KUBEVIRT).at("/spec/infraClusterSecretRef/namespace").asText())
        .isEqualTo("butler-system");
  }

  @Test
  void harvestersOwnProviderTakesOneRange() {
    var drawn =
        drawn(Platform.HARVESTER, Edits.of(Platform.HARVESTER).addressing(Orders.TWO_RANGES));

    var network = Drawings.object(drawn, "HarvesterCluster").at("/spec/vmNetworkConfig");

    assertThat(network.get("subnetMask").asText()).isEqualTo("255.255.252.0");
    assertThat(network.at("/ipPool/rangeStart").asText()).isEqualTo("10.40.0.10");
    assertThat(network.at("/ipPool/rangeEnd").asText()).isEqualTo("10.40.0.29");
    assertThat(Drawings.gaps(drawn)).contains("NodeRangeTakenInPart", "EndpointOverwritten");
  }

  @Test
  void harvestersOwnProviderIsNotFoughtOverTheEndpoint() {
    var order = Edits.of(Platform.HARVESTER).endpoint("192.0.2.1");

    var cluster = Drawings.object(drawn(Platform.HARVESTER, order), "HarvesterCluster");

    assertThat(cluster.at("/spec/controlPlaneEndpoint").isMissingNode()).isTrue();
    assertThat(cluster.at(PAUSED).isMissingNode()).isTrue();
  }

  @Test
  void harvesterImageMustNameItsNamespace() {
    var order =
        Edits.of(Platform.KUBEVIRT)
            .pools(Orders.pool("w", OsType.ROCKY, "rocky", Orders.size(2, "4Gi", "20Gi")));

    assertThat(Drawings.refusals(draw(Platform.KUBEVIRT, order)))
        .singleElement()
        .asString()
        .contains("rocky is not written namespace/name");
  }

  @ParameterizedTest
  @EnumSource
  void whereIgnitionCannotBringWorkersInIsTold(Platform platform) {
    var nodes = drawn(platform, Edits.of(platform)).nodes();

    assertThat(nodes.noIgnition().isEmpty()).isEqualTo(platform == Platform.NUTANIX);
  }

  @Test
  void kubevirtRootDiskHasTheClassOfItsImageAndNeverThatOfExtraDisks() {
    var full = Platform.KUBEVIRT.full();
    var named = drawn(Platform.KUBEVIRT, Edits.of(Platform.KUBEVIRT).platform(full));
    var other =
        drawn(
            Platform.KUBEVIRT,
            Edits.of(Platform.KUBEVIRT)
                .platform(full)
                .pools(Orders.pool("w", OsType.ROCKY, "x/other", Orders.size(2, "4Gi", "20Gi"))));

    assertThat(rootClass(named)).isEqualTo("longhorn-image-x7k2p");
    assertThat(Drawings.gaps(named)).doesNotContain("StorageGuessed");
    assertThat(rootClass(other)).isEqualTo("longhorn-other");
    assertThat(Drawings.gaps(other)).contains("StorageGuessed");
  }

  private static String rootClass(Drawn drawn) {
    return Drawings.object(drawn, "KubevirtMachineTemplate")
        .at("/spec/template/spec/virtualMachineTemplate/spec/dataVolumeTemplates/0/spec/pvc")
        .path("storageClassName")
        .asText();
  }

  private static final String KUBEVIRT = "KubevirtCluster";
  private static final String PAUSED = "/metadata/annotations/cluster.x-k8s.io~1paused";

  private static JsonNode machine(Platform platform, Edits order, String kind) {
    return Drawings.object(drawn(platform, order), kind).at("/spec/template/spec");
  }

  private static String secret(Platform platform, Edits order, String key) {
    var data = Drawings.object(drawn(platform, order), "Secret").at("/data/" + key).asText();
    return new String(Base64.getDecoder().decode(data), UTF_8);
  }

  private static Drawing draw(Platform platform, Edits order) {
    return platform.infrastructure("").draw(order.order());
  }

  private static Drawn drawn(Platform platform, Edits order) {
    return Drawings.drawn(platform.infrastructure(""), order.order());
  }
}
