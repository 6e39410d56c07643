package dev.butlerlabs.butler.providers.contracttests.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.azure.machines.Role;
import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.simulators.azure.AzureStandIn;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerId;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Boot;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The role in the documents is the one that the driver's calls need: no less, and no more. */
class AzureRoleContract {

  private static final Path PAGE = Path.of("../../docs/contracts/provider-azure.md");
  private static final MachineId ID = new MachineId("cp-0", "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11");

  @Test
  void theRoleInTheDocumentsIsEnoughAndAllOfItIsUsed() throws Exception {
    var role = role();
    try (var stage = new AzureStage()) {
      var azure = stage.azure();
      azure.allow(role);
      azure.securityGroup("guard");
      azure.galleryImage("rocky", "1.0.0", "Generalized", 8);
      azure.communityImage("public-1", "talos");
      azure.marketImage("siderolabs:talos:gen2:1.12.2", "");
      stage.with("nodeIdentity", AzureStandIn.id("Microsoft.ManagedIdentity/identities", "nodes"));
      stage.without("location");
      var gallery = AzureStandIn.id("Microsoft.Compute/galleries", "lab") + "/images/rocky";
      for (var image :
          List.of(
              "talos",
              "siderolabs:talos:gen2:latest",
              gallery + "/versions/1.0.0",
              "/communityGalleries/public-1/images/talos")) {
        live(stage, image);
      }
      others(stage);

      assertThat(new TreeSet<>(azure.actionsUsed())).isEqualTo(role).isEqualTo(Role.actions());
    }
  }

  @Test
  void theRoleThatIsHandedOutIsTheOneInTheDocuments() throws Exception {
    var given = new ObjectMapper().readTree(Role.definition("/subscriptions/1"));

    assertThat(given.path("Actions").valueStream().map(JsonNode::asText))
        .containsExactlyElementsOf(role());
    assertThat(given.at("/AssignableScopes/0").asText()).isEqualTo("/subscriptions/1");
  }

  private static void live(AzureStage stage, String image) {
    var secret = new HashMap<String, String>();
    secret.put("securityGroupName", "guard");
    secret.putAll(stage.principal());
    stage.azure().keepCards(image.equals("talos"));
    try (var life = new Life(stage, ID)) {
      life.as(stage.account(secret));
      assertThat(life.driver().validate().firstFault()).isEmpty();
      life.run(order(image));
      stage.powerOff("cp-0");
      life.run(order(image));
      if (image.equals("talos")) {
        stage.azure().leaveDisks("cp-0");
      }
      life.end();
    }
  }

  private static void others(AzureStage stage) {
    try (var life = new Life(stage, ID)) {
      var balancers = life.driver().balancers().orElseThrow();
      var target = new BalancerOrder.Target("10.40.0.10", null, null);
      var balancer = new BalancerId("demo", ID.uid());
      var order = new BalancerOrder(6443, 6443, List.of(target));
      var images = life.driver().images().orElseThrow();
      var image = new ImageId("talos", ID.uid());
      var source =
          new ImageOrder(
              URI.create("https://lab001.blob.core.windows.net/images/talos.vhd"),
              "raw",
              null,
              Architecture.AMD64,
              TransferMode.DIRECT);
      for (var i = 0; i < 10; i++) {
        balancers.ensure(balancer, order, Memo.NONE);
        images.ensure(image, source, Memo.NONE);
        life.pass();
      }
      assertThat(balancers.observe(balancer, Memo.NONE)).isInstanceOf(BalancerState.Ready.class);
      assertThat(images.observe(image, Memo.NONE)).isInstanceOf(ImageState.Ready.class);
      for (var i = 0; i < 10; i++) {
        balancers.remove(balancer, Memo.NONE);
        images.remove(image, Memo.NONE);
        life.pass();
      }
      assertThat(balancers.remove(balancer, Memo.NONE)).isInstanceOf(BalancerState.Absent.class);
      assertThat(images.remove(image, Memo.NONE)).isInstanceOf(ImageState.Absent.class);
    }
  }

  private static MachineOrder order(String image) {
    return new MachineOrder(
        new Hardware(1, 1024, 10, List.of()),
        Boot.unconfigured(image),
        new Addressing.Dhcp(),
        new Placement("demo", MachineRole.WORKER),
        Map.of());
  }

  private static Set<String> role() throws IOException {
    var role = new TreeSet<String>();
    var action = Pattern.compile("\"(Microsoft\\.[^\"]+)\"").matcher(Files.readString(PAGE));
    while (action.find()) {
      role.add(action.group(1));
    }
    assertThat(role).hasSizeGreaterThan(10);
    return role;
  }
}
