package dev.butlerlabs.butler.providers.contracttests.aws;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.aws.machines.AwsRole;
import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerId;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder.Target;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Boot;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The permissions our page asks for are those that are needed: not one less, not one more. */
class AwsPermissionsContract {

  private static final MachineId ID = new MachineId("cp-0", "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11");
  private static final MachineOrder ORDER =
      new MachineOrder(
          new Hardware(2, 2048, 10, List.of()),
          Boot.unconfigured("talos"),
          new Addressing.Dhcp(),
          new Placement("demo", MachineRole.WORKER),
          Map.of());

  @Test
  void thePageNamesExactlyWhatMachinesNeed() throws IOException {
    var stage = new AwsStage();
    try (stage;
        var life = new Life(stage, ID)) {
      life.as(stage.account(Map.of("instanceType", "m5.large")));
      assertThat(life.driver().validate().good()).isTrue();
      life.run(ORDER);
      stage.powerOff("cp-0");
      life.run(ORDER);
      stage.aws().keepDisks(stage.instance("cp-0"));
      life.end();

      assertThat(stage.aws().actionsUsed())
          .isEqualTo(onThePage("machines"))
          .isEqualTo(new TreeSet<>(AwsRole.MACHINES));
    }
  }

  @Test
  void thePageNamesExactlyWhatBalancersNeed() throws IOException {
    var id = new BalancerId("demo", ID.uid());
    try (var scene = new AwsBalancerScene();
        var life = new Life(scene.stage(), ID)) {
      var balancers = life.driver().balancers().orElseThrow();
      var ports = List.of(6443, 443);
      for (var port : ports) {
        var targets = port == 443 ? List.<Target>of() : List.of(scene.target(1));
        for (var i = 0; i < 6; i++) {
          balancers.ensure(id, new BalancerOrder(port, port, targets), Memo.NONE);
          life.pass();
        }
      }
      for (var i = 0; i < 10; i++) {
        balancers.remove(id, Memo.NONE);
        life.pass();
      }

      assertThat(scene.names()).isEmpty();
      assertThat(scene.stage().aws().actionsUsed())
          .isEqualTo(onThePage("load balancers"))
          .isEqualTo(new TreeSet<>(AwsRole.BALANCERS));
    }
  }

  /** AWS takes a policy with an action that does not exist, and it allows nothing. */
  @Test
  void thePolicyNamesActionsThatAwsKnows() throws IOException {
    var known = new TreeMap<String, String>();
    try (var in = AwsPermissionsContract.class.getResourceAsStream("iam-actions.tsv")) {
      new String(Objects.requireNonNull(in).readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .forEach(cells -> known.put(cells[0], cells[1]));
    }
    var statements = new ObjectMapper().readTree(AwsRole.policy()).path("Statement");
    var looks = statements.path(0).path("Action").valueStream().map(JsonNode::asText).toList();
    var changes = statements.path(1).path("Action").valueStream().map(JsonNode::asText).toList();

    assertThat(looks)
        .isNotEmpty()
        .allSatisfy(action -> assertThat(known.get(action)).as(action).isIn("List", "Read"));
    assertThat(changes)
        .isNotEmpty()
        .allSatisfy(action -> assertThat(known.get(action)).as(action).isIn("Write", "Tagging"));
  }

  @Test
  void thePageNamesExactlyWhatImagesNeed() throws IOException {
    var id = new ImageId("talos", ID.uid());
    try (var scene = new AwsImageScene();
        var life = new Life(scene.stage(), ID)) {
      var images = life.driver().images().orElseThrow();
      var order = scene.order(scene.sha256());
      for (var steps : List.of(30, 4)) {
        var memo = Memo.NONE;
        for (var i = 0; i < steps; i++) {
          memo = noted(images.ensure(id, order, memo), memo);
          life.pass();
        }
        for (var i = 0; i < 30; i++) {
          memo = noted(images.remove(id, memo), memo);
          life.pass();
        }
        assertThat(scene.names()).isEmpty();
      }
      assertThat(scene.stage().aws().actionsUsed())
          .isEqualTo(onThePage("images"))
          .isEqualTo(new TreeSet<>(AwsRole.IMAGES));
    }
  }

  private static Memo noted(ImageState state, Memo before) {
    return state instanceof ImageState.Underway(_, _, var memo, _) ? memo : before;
  }

  private static Set<String> onThePage(String part) throws IOException {
    var page = Path.of("../../docs/contracts/provider-aws.md");
    var row =
        Files.readAllLines(page).stream()
            .filter(line -> line.startsWith("| " + part + " | `"))
            .findFirst()
            .orElseThrow();
    var actions = new TreeSet<String>();
    Pattern.compile("`([a-z0-9]+:[A-Za-z]+)`")
        .matcher(row)
        .results()
        .forEach(action -> actions.add(action.group(1)));
    return actions;
  }
}
