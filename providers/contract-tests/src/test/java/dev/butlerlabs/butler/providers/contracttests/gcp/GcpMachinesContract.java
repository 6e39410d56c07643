package dev.butlerlabs.butler.providers.contracttests.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.contracttests.MachineTroubleContract;
import dev.butlerlabs.butler.providers.contracttests.PageWatch;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Boot;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Absent;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Running;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Stopped;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract, and what only Google Cloud has. */
class GcpMachinesContract extends MachineTroubleContract {

  private static final List<String> ZONES =
      List.of("europe-west1-b", "europe-west1-c", "europe-west1-d");

  @Override
  protected Stage build() {
    return new GcpStage();
  }

  private GcpStage gcp() {
    return (GcpStage) stage;
  }

  private MachineOrder plain(String image, Addressing addressing) {
    return new MachineOrder(
        new Hardware(2, 4096, 20, List.of()),
        Boot.unconfigured(image),
        addressing,
        new Placement("demo", MachineRole.WORKER),
        Map.of());
  }

  @Test
  void whatTheQuotasOfTheRegionLeaveIsTold() {
    try (var life = new Life(stage, ID)) {
      var before = life.driver().validate().room();
      life.run(order());
      var after = life.driver().validate().room();

      assertThat(before).isEqualTo(new Room(5000L, null, null, 1000L));
      assertThat(after.machines()).isEqualTo(999L);
      assertThat(after.cpus()).isLessThanOrEqualTo(5000L - order().hardware().cpu());
    }
  }

  @Test
  void aStaticAddressIsGivenAndTold() {
    var fixed = plain("talos", new Addressing.Static("10.132.0.77/20", "10.132.0.1", List.of()));
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().machines().validate(fixed)).isEmpty();
      var running = life.run(fixed).machine();

      assertThat(running.addresses()).containsExactly("10.132.0.77");
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void whatGoogleCannotSetIsToldAndNotLeftOut() {
    var order = plain("talos", new Addressing.Static("10.132.0.7/20", "10.132.0.9", List.of()));
    var named =
        plain("talos", new Addressing.Static("10.132.0.7/20", "10.132.0.1", List.of("10.1.1.1")));
    var data =
        new MachineOrder(
            order.hardware(),
            new Boot("talos", null, new SecretText("version: 2")),
            new Addressing.Dhcp(),
            order.placement(),
            Map.of());
    try (var life = new Life(stage, ID)) {
      var machines = life.driver().machines();

      for (var wrong : List.of(order, named, data)) {
        assertThat(machines.validate(wrong)).singleElement().isInstanceOf(Fault.Invalid.class);
      }
      assertFault(life.ensure(data), Fault.Invalid.class);
      assertThat(stage.machines()).isEmpty();
    }
  }

  @Test
  void noHardwareAddressIsToldBecauseGoogleTellsNone() {
    try (var life = new Life(stage, ID)) {
      assertThat(life.run(order()).machine().mac()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "talos",
        "talos-1-9",
        "family/talos",
        "global/images/talos-1-9",
        "projects/butler-test/global/images/family/talos",
        "https://www.googleapis.com/compute/v1/projects/butler-test/global/images/talos-1-9"
      })
  void anImageIsNamedInAnyOfGooglesWays(String image) {
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().machines().validate(plain(image, new Addressing.Dhcp()))).isEmpty();
      life.run(plain(image, new Addressing.Dhcp()));
    }
  }

  @Test
  void anImageLargerThanTheOrderIsRefusedBeforeAnythingIsMade() {
    gcp().gcp().image("butler-test", "large", "large", 30);
    var large = plain("large", new Addressing.Dhcp());
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().machines().validate(large))
          .singleElement()
          .isInstanceOf(Fault.Invalid.class);
      life.ensure(large);
      assertFault(life.ensure(large), Fault.Invalid.class);
      assertThat(stage.machines()).isEmpty();
    }
  }

  @Test
  void aMachineTypeOfTheSettingsIsTakenAndNeverATooSmallOne() {
    gcp().with("machineType", "n2-standard-8");
    try (var life = new Life(stage, ID)) {
      life.run(order());
      assertThat(stage.machines()).singleElement().matches(machine -> machine.cpu() == 8);
      life.end();
    }
    gcp().with("machineType", "n2-highcpu-2");
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().machines().validate(order()))
          .singleElement()
          .satisfies(fault -> assertThat(fault.sentence()).contains("machineType"));
      life.ensure(order());
      assertFault(life.ensure(order()), Fault.Invalid.class);
    }
    assertNothingLeft();
  }

  @Test
  void machinesMadeAtOnceAreSpreadOverZones() {
    var lives =
        IntStream.range(0, 6)
            .mapToObj(
                i ->
                    new Life(
                        stage,
                        new MachineId("cp-" + i, "5c8f0b52-7f3e-4a53-9f0c-%012d".formatted(i))))
            .toList();
    try {
      lives.forEach(life -> life.ensure(order()));
      var zones = lives.stream().map(life -> life.run(order()).machine().zone()).sorted().toList();

      assertThat(zones).containsExactlyInAnyOrderElementsOf(twice(ZONES));
      lives.forEach(Life::end);
    } finally {
      lives.forEach(Life::close);
    }
    assertNothingLeft();
  }

  private static List<String> twice(List<String> all) {
    return IntStream.range(0, 2 * all.size()).mapToObj(i -> all.get(i % all.size())).toList();
  }

  @Test
  void aZoneWithoutRoomIsLeftForTheNext() {
    gcp().gcp().full("europe-west1-b", true);
    gcp().gcp().full("europe-west1-c", true);
    try (var life = new Life(stage, ID)) {
      assertThat(life.run(order()).machine().zone()).isEqualTo("europe-west1-d");
      assertThat(stage.machines()).hasSize(1);
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aRegionWithoutRoomIsToldAndHeals() {
    ZONES.forEach(zone -> gcp().gcp().full(zone, true));
    try (var life = new Life(stage, ID)) {
      for (var i = 0; i < 12; i++) {
        life.ensure(order());
        life.pass();
      }
      assertThat(life.told()).anySatisfy(state -> assertFault(state, Fault.Quota.class));
      ZONES.forEach(zone -> gcp().gcp().full(zone, false));
      life.run(order());
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aQuotaThatIsRefusedAtOnceIsAQuotaToo() {
    gcp().gcp().quota("INSTANCES", 0);
    try (var life = new Life(stage, ID)) {
      life.ensure(order());
      assertFault(life.ensure(order()), Fault.Quota.class);
      assertThat(life.driver().validate().firstFault()).get().isInstanceOf(Fault.Quota.class);
    }
  }

  @Test
  void aRateLimitIsAPauseAndNoMachineIsLost() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      gcp().gcp().callsLeft(0);
      assertFault(life.observe(), Fault.Throttled.class);
      gcp().gcp().callsLeft(Integer.MAX_VALUE);
      assertThat(life.observe()).isInstanceOf(Running.class);
    }
  }

  @Test
  void aMachineThatWasPutToSleepIsWoken() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      gcp().gcp().power("cp-0", "SUSPENDED");

      assertThat(life.observe()).isInstanceOf(Stopped.class);
      life.run(order());
    }
  }

  @Test
  void disksThatSomebodyKeptAreRemovedAndOthersAreNot() throws Exception {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      gcp().gcp().keepDisks("cp-0");
      var labels = new ObjectMapper().readTree(stage.machines().getFirst().marks());
      gcp().gcp().disk("europe-west1-b", "copy-of-a-disk", labels);
      var copy = "/disks/copy-of-a-disk";
      stage.vanish("cp-0");
      assertThat(stage.things().stream().filter(name -> name.contains("/disks/"))).hasSize(4);

      assertThat(life.observe()).isEqualTo(new Absent());
      life.end();

      assertThat(stage.things().stream().filter(name -> name.contains("/disks/")))
          .singleElement()
          .matches(name -> name.endsWith(copy));
    }
  }

  @Test
  void aDiskThatSomebodyAttachedElsewhereIsToldAndRemovedOnceItIsFree() {
    try (var life = new Life(stage, ID)) {
      gcp().gcp().foreign(life.run(order()).machine().zone(), "database");
      gcp().gcp().moveDisks("cp-0", "database");
      for (var i = 0; i < 12; i++) {
        life.remove();
        life.pass();
      }
      assertThat(life.told().getLast())
          .isInstanceOfSatisfying(
              Unclear.class,
              unclear ->
                  assertThat(unclear.fault())
                      .isInstanceOf(Fault.Busy.class)
                      .extracting(Fault::detail)
                      .asString()
                      .contains("attached to machine database"));

      stage.vanish("database");
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void listsOfManyPagesAreReadToTheEnd() {
    gcp().gcp().pageSize(1);
    var watch = PageWatch.ofQuery("pageToken");
    stage.make(watch);
    try (var first = new Life(stage, ID);
        var second = new Life(stage, new MachineId("cp-1", OTHER.uid()));
        var third =
            new Life(stage, new MachineId("cp-0b", "7d9f0b52-7f3e-4a53-9f0c-3d1f0e6a7b33"))) {
      assertThat(first.run(order()).machine().zone()).isEqualTo("europe-west1-b");
      assertThat(second.run(order()).machine().zone()).isEqualTo("europe-west1-c");
      second.pass();
      // Who reads one page only sees one machine and takes zone c.
      assertThat(third.run(order()).machine().zone()).isEqualTo("europe-west1-d");
      // Its three disks are on three pages.
      gcp().gcp().keepDisks("cp-0");
      first.end();
      assertThat(stage.things()).filteredOn(thing -> thing.contains("/disks/")).hasSize(6);
    }
    assertThat(watch.turned()).contains("instances", "disks");
  }

  @Test
  void aMachineIsFoundAgainWithoutItsMemo() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      life.pass();
    }
    try (var other = new Life(stage, ID)) {
      assertThat(other.observe()).isInstanceOf(Running.class);
      assertThat(other.ensure(order())).isInstanceOf(Running.class);
      other.end();
    }
    assertNothingLeft();
  }

  @Test
  void labelsStandAsTheyAreInTheMetadata() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      assertThat(stage.machines().getFirst().everything().getOrDefault("metadata", ""))
          .contains("butler.butlerlabs.dev/team");
      assertThat(stage.machines().getFirst().marks())
          .contains("\"butler_butlerlabs_dev_team\":\"payments\"");
    }
  }

  @Test
  void aNameThatGoogleDoesNotTakeIsToldBeforeAnythingIsMade() {
    try (var life = new Life(stage, new MachineId("0-cp", ID.uid()))) {
      assertFault(life.ensure(order()), Fault.Invalid.class);
    }
    assertThat(new HashSet<>(stage.machines())).isEmpty();
  }
}
