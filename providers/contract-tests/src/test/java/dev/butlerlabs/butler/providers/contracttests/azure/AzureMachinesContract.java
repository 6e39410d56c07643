package dev.butlerlabs.butler.providers.contracttests.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.contracttests.MachineTroubleContract;
import dev.butlerlabs.butler.providers.contracttests.PageWatch;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.simulators.azure.AzureStandIn;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Boot;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Absent;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Running;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Underway;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The contract, and what only Azure has. */
class AzureMachinesContract extends MachineTroubleContract {

  @Override
  protected Stage build() {
    return new AzureStage();
  }

  private AzureStage azure() {
    return (AzureStage) stage;
  }

  private AzureStandIn platform() {
    return azure().azure();
  }

  private static MachineOrder small(Boot boot, Addressing addressing) {
    return new MachineOrder(
        new Hardware(1, 1024, 10, List.of()),
        boot,
        addressing,
        new Placement("demo", MachineRole.WORKER),
        Map.of());
  }

  private static MachineOrder from(@Nullable String image) {
    return small(Boot.unconfigured(image), new Addressing.Dhcp());
  }

  private static MachineId numbered(int number) {
    return new MachineId("w-" + number, "5c8f0b52-7f3e-4a53-9f0c-%012d".formatted(number));
  }

  @Test
  void whatTheLimitOfTheRegionLeavesIsTold() {
    try (var life = new Life(stage, ID)) {
      var before = Objects.requireNonNull(life.driver().validate().room().cpus());
      life.run(order());
      var after = Objects.requireNonNull(life.driver().validate().room().cpus());

      assertThat(before).isPositive();
      assertThat(before - after).isGreaterThanOrEqualTo(order().hardware().cpu());
    }
  }

  @Test
  void everythingMadeCarriesTheOwnerFromTheStart() {
    var before = stage.things();
    try (var life = new Life(stage, ID)) {
      for (var i = 0; i < 8; i++) {
        life.ensure(order());
        var made = new ArrayList<>(stage.things());
        made.removeAll(before);
        assertThat(made)
            .allSatisfy(
                id ->
                    assertThat(
                            platform()
                                .body(id)
                                .at("/tags/butler.butlerlabs.dev_owner-uid")
                                .asText())
                        .isEqualTo(ID.uid()));
        life.pass();
      }
      assertThat(stage.things()).hasSize(before.size() + 4);
    }
  }

  @Test
  void aStaticAddressIsGivenAndTold() {
    var fixed =
        new Addressing.Static("10.40.0.77/24", "10.40.0.1", List.of("10.40.0.2", "10.40.0.3"));
    try (var life = new Life(stage, ID)) {
      var order = small(Boot.unconfigured(null), fixed);
      var running = life.run(order).machine();

      assertThat(running.addresses()).containsExactly("10.40.0.77");
      assertThat(card().at("/properties/dnsSettings/dnsServers").toString())
          .isEqualTo("[\"10.40.0.2\",\"10.40.0.3\"]");
      assertThat(String.valueOf(running.mac())).matches("00:0D:3A(:[0-9A-F]{2}){3}");
      life.end();
    }
    assertNothingLeft();
  }

  private JsonNode card() {
    return stage.things().stream()
        .filter(id -> id.contains("networkInterfaces"))
        .map(platform()::body)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anAddressThatTheSubnetCannotGiveIsFoundBeforeAnythingIsMade() {
    try (var life = new Life(stage, ID)) {
      for (var wrong :
          List.of(
              new Addressing.Static("10.41.0.7/24", "10.41.0.1", List.of()),
              new Addressing.Static("10.40.0.7/24", "10.40.0.254", List.of()))) {
        var order = small(Boot.unconfigured(null), wrong);

        assertThat(life.driver().machines().validate(order))
            .singleElement()
            .isInstanceOf(Fault.Invalid.class);
        assertFault(life.ensure(order), Fault.Invalid.class);
      }
    }
    assertNothingLeft();
  }

  @Test
  void machinesOfOneClusterAndRoleAreSpreadOverZones() {
    var lives = IntStream.range(0, 6).mapToObj(i -> new Life(stage, numbered(i))).toList();
    try {
      var zones = new ArrayList<String>();
      for (var life : lives) {
        zones.add(life.run(from(null)).machine().zone());
        life.pass();
      }

      assertThat(zones)
          .containsExactly(
              "westeurope-1",
              "westeurope-2",
              "westeurope-3",
              "westeurope-1",
              "westeurope-2",
              "westeurope-3");
      lives.forEach(Life::end);
    } finally {
      lives.forEach(Life::close);
    }
    assertNothingLeft();
  }

  @Test
  void aZoneWithoutRoomIsToldAndAnotherIsTaken() {
    platform().full(Set.of("1"));
    try (var life = new Life(stage, ID)) {
      var running = life.run(order()).machine();

      assertThat(running.zone()).isEqualTo("westeurope-2");
      assertThat(life.told()).anySatisfy(state -> assertFault(state, Fault.Quota.class));
      assertThat(stage.machines()).hasSize(1);
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aMachineThatWasOffAndFindsNoRoomIsKeptAndTriedAgain() {
    try (var life = new Life(stage, ID)) {
      var first = life.run(order()).machine();
      stage.powerOff("cp-0");
      platform().full(Set.of("1", "2", "3"));
      for (var i = 0; i < 12; i++) {
        life.ensure(order());
        life.pass();
      }
      assertThat(life.told()).anySatisfy(state -> assertFault(state, Fault.Quota.class));

      platform().full(Set.of());
      assertThat(life.run(order()).machine()).isEqualTo(first);
    }
  }

  @Test
  void aSizeThatIsNotSoldIsPassedOver() {
    platform().withhold("Standard_F4s_v2");
    try (var life = new Life(stage, ID)) {
      life.run(order());

      assertThat(platform().machines())
          .singleElement()
          .satisfies(
              machine ->
                  assertThat(machine.body().at("/properties/hardwareProfile/vmSize").asText())
                      .isEqualTo("Standard_D4s_v5"));
    }
  }

  @Test
  void theConfiguredSizeServesWhatItIsLargeEnoughFor() {
    azure().with("vmSize", "Standard_D2_v5");
    try (var small = new Life(stage, ID);
        var large = new Life(stage, numbered(1))) {
      small.run(from(null));
      large.run(order());

      assertThat(platform().machines())
          .extracting(seen -> seen.body().at("/properties/hardwareProfile/vmSize").asText())
          .containsExactly("Standard_D2_v5", "Standard_F4s_v2");
    }
  }

  @Test
  void disksBeyondTheFirstPageAreTakenAwayToo() {
    IntStream.range(0, 4).forEach(i -> stage.foreign("a-" + i));
    var before = stage.things();
    var watch = PageWatch.ofQuery("$skiptoken");
    stage.make(watch);
    try (var life = new Life(stage, ID)) {
      life.run(order());
      azure().azure().leaveDisks("cp-0");
      life.end();
    }
    assertThat(stage.things()).isEqualTo(before);
    assertThat(watch.turned()).containsExactlyInAnyOrder("virtualMachines", "disks");
  }

  @Test
  void aCardThatAzureFailedAtIsToldAndWrittenOnceMore() {
    try (var life = new Life(stage, ID)) {
      life.ensure(order());
      platform().fail(card().path("id").asText());

      assertFault(life.ensure(order()), Fault.Failed.class);
      life.run(order());
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aCardThatStaysBehindIsTakenAway() {
    platform().keepCards(true);
    try (var life = new Life(stage, ID)) {
      life.run(order());
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aMachineRemovedByHandIsAbsentAlsoWhenItsCardIsLeft() {
    platform().keepCards(true);
    try (var life = new Life(stage, ID)) {
      life.run(order());
      stage.vanish("cp-0");

      assertThat(life.observe()).isEqualTo(new Absent());
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aRemovalThatAzureFailsAtIsToldInItsWordsAndBegunAgain() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      platform().failRemovals("An internal execution error occurred.");
      assertThat(life.remove()).isInstanceOf(Underway.class);
      stage.time().advance(Duration.ofSeconds(25));

      stage.make(MischiefMaker.none());
      var told = life.remove();
      assertFault(told, Fault.Failed.class);
      assertThat(((Unclear) told).fault().sentence())
          .contains("remove machine", "cp-0", "An internal execution error occurred.");
      life.remove();
      assertThat(stage.calls()).noneMatch(call -> call.startsWith("DELETE"));

      platform().failRemovals("");
      stage.time().advance(Duration.ofMinutes(1));
      assertThat(life.remove()).isInstanceOf(Underway.class);
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aPlacingThatFailedIsNoFailedRemoval() {
    platform().full(Set.of("1", "2", "3"));
    try (var life = new Life(stage, ID)) {
      for (var i = 0; i < 12 && !(life.ensure(order()) instanceof Unclear); i++) {
        life.pass();
      }
      assertFault(life.told().getLast(), Fault.Quota.class);

      assertThat(life.remove()).isInstanceOf(Underway.class);
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aNameTakenAtTheLastMomentIsNotOverwritten() {
    try (var life = new Life(stage, ID)) {
      life.ensure(order());
      life.pass();
      stage.make(
          (_, request) -> {
            if (request.toString().matches("PUT .*/virtualMachines/cp-0")) {
              stage.foreign("cp-0");
            }
            return Mischief.NONE;
          });
      life.ensure(order());
      stage.make(MischiefMaker.none());
      life.pass();

      assertFault(life.ensure(order()), Fault.Conflict.class);
      life.end();
      assertThat(stage.machines())
          .singleElement()
          .satisfies(machine -> assertThat(machine.marks()).contains("somebody-else"));
      assertThat(stage.things()).noneMatch(id -> id.contains(ID.uid()));
    }
  }

  @Test
  void imagesOfEveryKindAreTaken() {
    platform().marketImage("siderolabs:talos:gen2:1.12.2", "gen2");
    platform().galleryImage("rocky", "1.0.0", "Generalized", 8);
    var before = stage.things();
    var gallery = AzureStandIn.id("Microsoft.Compute/galleries", "lab") + "/images/rocky";
    var kinds =
        List.of(
            "siderolabs:talos:gen2:1.12.2",
            "siderolabs:talos:gen2:latest",
            gallery,
            gallery + "/versions/1.0.0",
            AzureStandIn.id("Microsoft.Compute/images", "talos"));
    for (var image : kinds) {
      try (var life = new Life(stage, ID)) {
        assertThat(life.driver().machines().validate(from(image))).as(image).isEmpty();
        life.run(from(image));
        life.end();
      }
    }
    assertThat(stage.machines()).isEmpty();
    assertThat(stage.things()).isEqualTo(before);
  }

  @Test
  void aSpecializedImageTakesNoUserData() {
    platform().galleryImage("ready", "1.0.0", "Specialized", 8);
    var image = AzureStandIn.id("Microsoft.Compute/galleries", "lab") + "/images/ready";
    try (var life = new Life(stage, ID)) {
      var told = new Boot(image, new SecretText("#cloud-config"), null);

      assertThat(life.driver().machines().validate(small(told, new Addressing.Dhcp())))
          .singleElement()
          .isInstanceOf(Fault.Invalid.class);
      life.run(from(image));
    }
  }

  @Test
  void whatAzureCannotDoIsSaidAtOnce() {
    var network = new Boot("talos", null, new SecretText("version: 2"));
    var hardware = new Hardware(1, 1024, 2, List.of(new MachineOrder.Disk(5, "gold")));
    var order =
        new MachineOrder(
            hardware,
            network,
            new Addressing.Dhcp(),
            new Placement("demo", MachineRole.WORKER),
            Map.of("a/b", "1", "a_B", "2"));
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().machines().validate(order))
          .extracting(fault -> fault instanceof Fault.Invalid invalid ? invalid.field() : "")
          .containsExactly(
              "spec.diskGB", "storageClass of an extra disk", "spec.networkData", "the labels");
    }
  }

  @Test
  void aTokenIsRenewedBeforeItEndsAndFetchedOnceByMany() throws Exception {
    try (var life = new Life(stage, ID);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      life.run(order());
      var given = platform().tokensGiven();
      stage.time().advance(Duration.ofMinutes(58));
      var looks =
          IntStream.range(0, 20)
              .mapToObj(
                  _ -> threads.submit(() -> life.driver().machines().observe(ID, life.memo())))
              .toList();
      for (var look : looks) {
        assertThat(look.get()).isInstanceOf(Running.class);
      }

      assertThat(platform().tokensGiven()).isEqualTo(given + 1);
    }
  }

  @Test
  void aTokenWithdrawnIsFetchedAnew() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      platform().revoke(AzureStage.CLIENT);
      platform().application(AzureStage.CLIENT, "canary-secret-of-the-application");

      assertThat(life.observe()).isInstanceOf(Running.class);
    }
  }

  @Test
  void theRegionIsThatOfTheResourceGroupWhenNoneIsNamed() {
    azure().without("location");
    try (var life = new Life(stage, ID)) {
      assertThat(life.run(order()).machine().zone()).startsWith("westeurope");
    }
  }
}
