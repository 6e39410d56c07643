package dev.butlerlabs.butler.providers.contracttests.nutanix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.contracttests.MachineTroubleContract;
import dev.butlerlabs.butler.providers.contracttests.PageWatch;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Boot;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Absent;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Underway;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract, and what only Nutanix has, through either of its APIs. */
abstract class NutanixMachines extends MachineTroubleContract {

  /** Which calls on the page are those of this API. */
  protected abstract Pattern calls();

  /** Which of the two it is. */
  protected abstract String version();

  /** What is told as the zone of a machine. */
  protected abstract String zone();

  protected NutanixStage nutanix() {
    return (NutanixStage) stage;
  }

  protected static MachineOrder plain(
      Boot boot, Addressing addressing, Map<String, String> labels) {
    return new MachineOrder(
        new Hardware(1, 1024, 10, List.of()),
        boot,
        addressing,
        new Placement("demo", MachineRole.WORKER),
        labels);
  }

  private static MachineOrder at(String address, String gateway, List<String> dns) {
    return plain(Boot.unconfigured(null), new Addressing.Static(address, gateway, dns), Map.of());
  }

  /** The other version of the API. */
  private static String another(String version) {
    return version.equals("v3") ? "v4" : "v3";
  }

  private void lead(Life life, String version) {
    nutanix().set("apiVersion", version);
    life.as(stage.account());
  }

  /** What v3 orders v4 sees, and the other way round; lists show it late. */
  @Test
  void aMachineBegunThroughAnotherVersionOfTheApiIsNotMadeASecondTime() {
    try (var life = new Life(stage, ID)) {
      life.ensure(order());
      life.ensure(order());
      assertThat(stage.machines()).hasSize(1);

      lead(life, another(version()));
      life.run(order());
      assertThat(stage.machines()).hasSize(1);

      lead(life, version());
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aMachineThatWasOnlyChosenWaitsForTheVersionThatChoseIt() {
    try (var life = new Life(stage, ID)) {
      life.ensure(order());
      lead(life, another(version()));
      assertThat(life.ensure(order()))
          .isInstanceOfSatisfying(
              Unclear.class,
              unclear ->
                  assertThat(unclear.fault().sentence())
                      .contains("spec.nutanix.apiVersion", "begun through " + version()));
      assertThat(stage.machines()).isEmpty();

      lead(life, version());
      life.run(order());
      assertThat(stage.machines()).hasSize(1);
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aMachineIsRemovedThroughAnotherVersionOfTheApiToo() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      lead(life, another(version()));
      life.end();
      assertThat(stage.machines()).isEmpty();
    }
  }

  @Test
  void aStaticAddressIsGivenAndTold() {
    try (var life = new Life(stage, ID)) {
      var running = life.run(at("10.9.8.7/24", "10.9.8.1", List.of("10.9.8.2"))).machine();

      assertThat(running.addresses()).containsExactly("10.9.8.7");
      assertThat(stage.machines().getFirst().everything()).containsEntry("addresses", "[10.9.8.7]");
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aStaticAddressTheSubnetCannotServeIsRefusedBeforeAnythingIsMade() {
    try (var life = new Life(stage, ID)) {
      for (var wrong :
          List.of(
              at("10.9.8.7/24", "10.9.8.254", List.of()),
              at("10.9.8.7/16", "10.9.8.1", List.of()),
              at("10.9.8.7/24", "10.9.8.1", List.of("1.1.1.1")))) {
        assertThat(life.driver().machines().validate(wrong))
            .singleElement()
            .isInstanceOf(Fault.Invalid.class);
        assertFault(life.ensure(wrong), Fault.Invalid.class);
      }
      nutanix().set("subnetUUID", nutanix().prism().subnet("bare", nutanix().cluster(), "", ""));
      life.as(stage.account());
      assertFault(life.ensure(at("10.9.8.7/24", "10.9.8.1", List.of())), Fault.Invalid.class);
    }
    assertNothingLeft();
  }

  @Test
  void theAddressIsUsableAndTheHardwareAddressIsThatOfTheCard() {
    try (var life = new Life(stage, ID)) {
      var running = life.run(order()).machine();

      assertThat(running.addresses()).hasSize(1);
      assertThat(String.valueOf(running.mac())).matches("(50:6B:8D)(:[0-9A-F]{2}){3}");
      assertThat(running.zone()).isEqualTo(zone());
      assertThat(running.providerId().text())
          .isEqualTo("nutanix://" + stage.machines().getFirst().everything().get("uuid"));
    }
  }

  @Test
  void extraDisksLieInTheContainersThatWereNamed() {
    var usual = nutanix().prism().container("usual");
    nutanix().set("storageContainerUUID", usual);
    try (var life = new Life(stage, ID)) {
      life.run(order());

      assertThat(stage.machines().getFirst().everything())
          .containsEntry("containers", List.of(usual, usual, stage.storageClass()).toString());
    }
  }

  @Test
  void thingsAreFoundByNameAsWellAsByUuid() {
    nutanix().set("clusterUUID", "pe-1");
    nutanix().set("subnetUUID", "vlan40");
    nutanix().set("imageUUID", nutanix().prism().image("other", 10));
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().validate().firstFault()).isEmpty();
      life.run(plain(Boot.unconfigured(null), new Addressing.Dhcp(), Map.of()));
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aNameThatTwoImagesHaveIsRefused() {
    nutanix().prism().image("talos", 10);
    try (var life = new Life(stage, ID)) {
      assertFault(life.ensure(order()), Fault.Invalid.class);
    }
    assertNothingLeft();
  }

  /** All of them are counted, so all pages were read. */
  @Test
  void listsAreReadToTheirEnd() {
    IntStream.range(0, 450).forEach(_ -> nutanix().prism().image("crowd", 10));
    var watch = new PageWatch(this::asksForMore, request -> request.path());
    stage.make(watch);
    try (var life = new Life(stage, ID)) {
      var faults =
          life.driver()
              .machines()
              .validate(plain(Boot.unconfigured("crowd"), new Addressing.Dhcp(), Map.of()));

      assertThat(faults)
          .singleElement()
          .satisfies(fault -> assertThat(fault.sentence()).contains("450 have this name"));
    }
    assertThat(watch.turned()).singleElement().asString().contains("images");
  }

  private boolean asksForMore(Request request) {
    return !request.query().getOrDefault("$page", "0").equals("0")
        || Pattern.compile("\"offset\":[1-9]").matcher(request.text()).find();
  }

  @Test
  void anImageBeyondTheFirstPageIsFound() {
    IntStream.range(0, 450).forEach(i -> nutanix().prism().image("(" + i + ")", 10));
    try (var life = new Life(stage, ID)) {
      life.run(plain(Boot.unconfigured("(449)"), new Addressing.Dhcp(), Map.of()));
      assertThat(stage.machines()).hasSize(1);
    }
  }

  @Test
  void anImageLargerThanTheOrderIsRefusedBeforeAnythingIsMade() {
    nutanix().prism().image("large", 30);
    try (var life = new Life(stage, ID)) {
      assertFault(
          life.ensure(plain(Boot.unconfigured("large"), new Addressing.Dhcp(), Map.of())),
          Fault.Invalid.class);
    }
    assertNothingLeft();
  }

  @Test
  void aLabelBecomesACategoryWhereThereIsOneAndStandsInTheDescriptionAlways() {
    nutanix().prism().category("tier", "gold");
    var labels = Map.of("tier", "gold", "butler.butlerlabs.dev/team", "payments");
    try (var life = new Life(stage, ID)) {
      life.run(plain(Boot.unconfigured(null), new Addressing.Dhcp(), labels));

      assertThat(stage.machines().getFirst().everything())
          .containsEntry("categories", "{tier=gold}");
      assertThat(stage.machines().getFirst().marks().lines())
          .contains("tier=gold", "butler.butlerlabs.dev/team=payments");
    }
  }

  @Test
  void labelsThatDoNotFitAreToldAndNotCut() {
    var many =
        IntStream.range(0, 12)
            .boxed()
            .collect(Collectors.toMap(i -> "label-" + i, _ -> "x".repeat(63)));
    try (var life = new Life(stage, ID)) {
      assertThat(
              life.driver()
                  .machines()
                  .validate(plain(Boot.unconfigured(null), new Addressing.Dhcp(), many)))
          .singleElement()
          .isInstanceOf(Fault.Invalid.class);
    }
  }

  @Test
  void networkDataIsHandedOverToo() {
    var boot =
        new Boot(null, null, new SecretText("version: 2\n# canary-network-data-of-the-machine\n"));
    try (var life = new Life(stage, ID)) {
      life.run(plain(boot, new Addressing.Dhcp(), Map.of()));

      assertThat(nutanix().prism().metaDataRead("cp-0")).contains("canary-network-data");
      assertThat(stage.userDataRead("cp-0")).startsWith("#cloud-config");
    }
  }

  @Test
  void aMachineWhoseMemoWasLostIsFoundAgain() {
    try (var life = new Life(stage, ID)) {
      var running = life.run(order());
      life.pass();

      assertThat(life.driver().machines().observe(ID, Memo.NONE)).isEqualTo(running);
      assertThat(life.driver().machines().ensure(ID, order(), Memo.NONE)).isEqualTo(running);
      assertThat(stage.machines()).hasSize(1);
    }
  }

  @Test
  void aMachineWhoseMarkWasEditedAwayIsNeitherHarmedNorForgotten() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      nutanix().prism().describe("cp-0", "mine now");

      assertFault(life.observe(), Fault.Invalid.class);
      assertFault(life.remove(), Fault.Invalid.class);
      assertThat(stage.machines()).singleElement().matches(Stage.OnPlatform::running);
    }
  }

  @Test
  void aMachineRemovedByHandIsMadeAnewWhenAsked() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      var first = stage.machines().getFirst().everything().get("uuid");
      stage.vanish("cp-0");
      assertThat(life.observe()).isEqualTo(new Absent());
      life.pass();
      life.run(order());

      assertThat(stage.machines()).hasSize(1);
      assertThat(stage.machines().getFirst().everything().get("uuid")).isNotEqualTo(first);
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aMakingThatFailsIsToldAndTriedAgain() {
    nutanix().prism().failNext("Failed to write the disk.");
    try (var life = new Life(stage, ID)) {
      life.run(order());

      assertThat(life.told()).anySatisfy(state -> assertFault(state, Fault.Failed.class));
      assertThat(stage.machines()).hasSize(1);
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aRemovalWhoseTaskFailsIsToldAndBegunAgainAfterAMinute() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      failToRemove(life);

      stage.make(MischiefMaker.none());
      assertFault(life.remove(), Fault.Failed.class);
      assertThat(stage.calls()).noneMatch(call -> call.startsWith("DELETE"));
      stage.time().advance(Duration.ofMinutes(1));
      assertThat(life.remove()).isInstanceOf(Underway.class);
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aMachineWhoseMemoWasLostIsRemovedThoughItsFirstRemovalFails() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      life.pass();
    }
    try (var life = new Life(stage, ID)) {
      failToRemove(life);
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void somebodyElsesEditAtTheSameTimeIsNotOverwritten() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      stage.powerOff("cp-0");
      stage.make(
          (_, request) -> {
            if (request.method().equals("PUT") || request.path().endsWith("/power-on")) {
              nutanix().prism().describe("cp-0", stage.machines().getFirst().marks() + "\nedited");
            }
            return Mischief.NONE;
          });

      assertFault(life.ensure(order()), Fault.Busy.class);
      stage.make(MischiefMaker.none());
      life.run(order());
      assertThat(stage.machines().getFirst().marks()).endsWith("edited");
    }
  }

  /** A life by UUID, one by name, one with a failure: every call the driver knows. */
  @Test
  void thePageNamesEveryCallAndPermissionAndNoOthers() {
    var seen = new TreeMap<String, String>();
    try (var life = new Life(stage, ID)) {
      life.driver().validate();
      life.run(order());
      stage.powerOff("cp-0");
      life.run(order());
      failToRemove(life);
      life.end();
    }
    collect(seen);
    nutanix().set("clusterUUID", "pe-1");
    nutanix().set("subnetUUID", "vlan40");
    nutanix().set("imageUUID", nutanix().prism().image("other", 10));
    try (var life = new Life(stage, ID)) {
      life.run(plain(Boot.unconfigured(null), new Addressing.Dhcp(), Map.of()));
      life.end();
    }
    collect(seen);

    assertThat(seen).isEqualTo(NutanixPage.permissions(calls()));
  }

  /** Until it is told, so that a life that ends now begins it again later. */
  private void failToRemove(Life life) {
    nutanix().prism().failRemovals("The VM is protected.");
    assertThat(life.remove()).isInstanceOf(Underway.class);
    life.pass();
    assertFault(life.remove(), Fault.Failed.class);
    assertThat(((Unclear) life.told().getLast()).fault().sentence())
        .contains("remove machine", "cp-0", "The VM is protected.");
    nutanix().prism().failRemovals("");
  }

  private void collect(Map<String, String> seen) {
    stage
        .calls()
        .forEach(
            call -> seen.put(nutanix().prism().named(call), nutanix().prism().permissionFor(call)));
  }
}
