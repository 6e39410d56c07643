package dev.butlerlabs.butler.providers.contracttests.proxmox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.contracttests.MachineTroubleContract;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.simulators.proxmox.ProxmoxStandIn.Seen;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Preflight.Aspect;
import dev.butlerlabs.butler.providers.spi.Preflight.Finding;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract, and what only Proxmox has. */
class ProxmoxMachinesContract extends MachineTroubleContract {

  @Override
  protected Stage build() {
    return new ProxmoxStage();
  }

  private ProxmoxStage proxmox() {
    return (ProxmoxStage) stage;
  }

  @Test
  void theDiscWithUserDataIsGoneOnceItWasRead() {
    try (var life = new Life(stage, ID)) {
      life.run(order());

      assertThat(stage.things()).noneMatch(volume -> volume.contains("iso/"));
      assertThat(stage.machines().getFirst().everything())
          .containsEntry("ide3", "none,media=cdrom");
      assertThat(stage.machines().getFirst().marks()).doesNotContain("butler-disc");
    }
  }

  @Test
  void aStaticAddressIsGivenAndTold() {
    var fixed =
        new MachineOrder(
            new Hardware(1, 1024, 10, List.of()),
            Boot.unconfigured(null),
            new Addressing.Static("10.9.8.7/24", "10.9.8.1", List.of("10.9.8.2")),
            new Placement("demo", MachineRole.WORKER),
            Map.of());
    try (var life = new Life(stage, ID)) {
      var running = life.run(fixed).machine();

      assertThat(running.addresses()).containsExactly("10.9.8.7");
      assertThat(stage.machines().getFirst().everything())
          .containsEntry("ipconfig0", "ip=10.9.8.7/24,gw=10.9.8.1")
          .containsEntry("nameserver", "10.9.8.2");
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void withoutGuestAgentAGivenAddressCountsOnceTheDiscMustHaveBeenRead() {
    proxmox().proxmox().agentless(9000);
    var fixed = withUserData(new Addressing.Static("10.9.8.7/24", "10.9.8.1", List.of("10.9.8.2")));
    try (var life = new Life(stage, ID)) {
      untilTheDiscIsIn(life, fixed);
      assertThat(life.observe()).isInstanceOf(Underway.class);

      stage.time().advance(Duration.ofMinutes(11));
      var running = life.run(fixed).machine();

      assertThat(running.addresses()).containsExactly("10.9.8.7");
      assertThat(proxmox().proxmox().userDataRead(proxmox().vmid("cp-0"))).contains("a-secret");
      assertThat(stage.things()).noneMatch(volume -> volume.contains("iso/"));
      assertThat(life.observe())
          .isInstanceOfSatisfying(
              Running.class,
              seen -> assertThat(seen.machine().addresses()).containsExactly("10.9.8.7"));
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void withoutGuestAgentNobodyKnowsAnAddressThatTheNetworkGave() {
    proxmox().proxmox().agentless(9000);
    var order = withUserData(new Addressing.Dhcp());
    try (var life = new Life(stage, ID)) {
      untilTheDiscIsIn(life, order);
      stage.time().advance(Duration.ofHours(1));

      assertThat(life.ensure(order)).isInstanceOf(Underway.class);
    }
  }

  private MachineOrder withUserData(Addressing addressing) {
    return new MachineOrder(
        new Hardware(1, 1024, 10, List.of()),
        new Boot(null, new SecretText("#cloud-config: a-secret"), null),
        addressing,
        new Placement("demo", MachineRole.WORKER),
        Map.of());
  }

  /** Until it runs and has its CD. */
  private void untilTheDiscIsIn(Life life, MachineOrder order) {
    for (var i = 0; i < 40; i++) {
      life.ensure(order);
      life.pass();
    }
    assertThat(life.ensure(order))
        .isInstanceOfSatisfying(
            Underway.class, way -> assertThat(way.toString()).contains("read its user data"));
  }

  @ParameterizedTest
  @CsvSource({
    "vmbr7, 120, 'bridge=vmbr7,tag=120'",
    "vmbr7, , 'bridge=vmbr7'",
    ", 120, 'bridge=vmbr0,tag=120'",
    ", , 'bridge=vmbr0'"
  })
  void theFirstCardIsOnTheBridgeAndVlanOfTheProviderConfig(
      @Nullable String bridge, @Nullable Integer vlan, String card) {
    var settings = new HashMap<String, Object>();
    if (bridge != null) {
      settings.put("bridge", bridge);
    }
    if (vlan != null) {
      settings.put("vlan", vlan);
    }
    try (var life = new Life(stage, ID)) {
      life.as(proxmox().accountWith(settings));
      var running = life.run(order()).machine();

      var net0 = stage.machines().getFirst().everything().getOrDefault("net0", "");
      assertThat(net0).matches("virtio=(BC:24:11)(:[0-9A-F]{2}){3}," + card);
      assertThat(net0).contains(String.valueOf(running.mac()));
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aVlanWithoutAnyBridgeIsRefusedBeforeAnythingIsMade() {
    proxmox().proxmox().cardless(9000);
    try (var life = new Life(stage, ID)) {
      life.as(proxmox().accountWith(Map.of("vlan", 120)));

      assertFault(life.ensure(order()), Fault.Invalid.class);
      assertThat(stage.machines()).isEmpty();
    }
  }

  @Test
  void theAddressIsThatOfTheFirstCardAndItsHardwareAddressIsTold() {
    try (var life = new Life(stage, ID)) {
      var running = life.run(order()).machine();

      assertThat(running.addresses()).hasSize(1).doesNotContain("10.244.0.1");
      assertThat(String.valueOf(running.mac())).matches("(BC:24:11)(:[0-9A-F]{2}){3}");
    }
  }

  @Test
  void aMachineThatMovedToAnotherNodeIsFoundThere() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      var from = proxmox().proxmox().machines().getFirst().node();
      var to = from.equals("pve1") ? "pve2" : "pve1";
      proxmox().proxmox().migrate(proxmox().vmid("cp-0"), to);

      assertThat(life.observe())
          .isInstanceOfSatisfying(
              Running.class,
              running ->
                  assertThat(running.machine().providerId().text()).startsWith("proxmox://" + to));
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aMachineIsFoundWhereItWasMovedWhenItsNodeWasLost() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      var from = proxmox().proxmox().machines().getFirst().node();
      var to = from.equals("pve1") ? "pve2" : "pve1";
      proxmox().proxmox().lose(from);

      assertThat(life.observe())
          .isInstanceOfSatisfying(
              Unclear.class,
              unclear -> assertThat(unclear.fault()).isInstanceOf(Fault.Unavailable.class));
      proxmox().proxmox().migrate(proxmox().vmid("cp-0"), to);
      assertThat(life.observe())
          .isInstanceOfSatisfying(
              Running.class,
              running ->
                  assertThat(running.machine().providerId().text()).startsWith("proxmox://" + to));
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aMachineIsFoundWhereItWasMovedWhenItsNodeLeftTheCluster() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      var from = proxmox().proxmox().machines().getFirst().node();
      var to = from.equals("pve1") ? "pve2" : "pve1";
      proxmox().proxmox().expel(from);

      // The list still has it there, so it is not gone.
      for (var told : List.of(life.observe(), life.ensure(order()), life.remove())) {
        assertFault(told, Fault.Unavailable.class);
      }
      proxmox().proxmox().migrate(proxmox().vmid("cp-0"), to);
      assertThat(life.observe()).isInstanceOf(Running.class);
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void nothingIsWaitedForOnANodeThatLeftTheCluster() {
    proxmox().proxmox().expel("pve2");
    var memo =
        new Memo("vm 150 on pve2 with disc by UPID:pve2:000003E8:00000000:00000000:qmclone:150:x:");
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().machines().remove(ID, memo)).isEqualTo(new Absent());
    }
  }

  @Test
  void aMachineIsFoundWhereItWasMovedWhenItsNodeIsSilent() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      var from = proxmox().proxmox().machines().getFirst().node();
      proxmox().proxmox().migrate(proxmox().vmid("cp-0"), from.equals("pve1") ? "pve2" : "pve1");
      stage.make(
          (_, request) ->
              request.path().contains("/nodes/" + from + "/qemu/")
                  ? Mischief.CUT_BEFORE
                  : Mischief.NONE);

      assertThat(life.observe()).isInstanceOf(Running.class);
      stage.make(MischiefMaker.none());
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aCloneThatMovesToItsNodeWhileItIsLookedForIsNotMadeTwice() {
    try (var life = new Life(stage, ID)) {
      life.as(proxmox().accountWith(Map.of("nodes", List.of("pve2"))));
      life.ensure(order());
      life.ensure(order());
      assertThat(proxmox().proxmox().machines()).extracting(Seen::node).containsExactly("pve1");
      stage.time().advance(Duration.ofSeconds(14));
      var listed = new AtomicBoolean();
      stage.make(
          (_, request) -> {
            if (listed.getAndSet(request.path().contains("/cluster/resources"))) {
              stage.time().advance(Duration.ofSeconds(20));
            }
            return Mischief.NONE;
          });

      life.ensure(order());

      assertThat(proxmox().proxmox().machines()).extracting(Seen::node).containsExactly("pve2");
      stage.make(MischiefMaker.none());
      life.run(order());
      assertThat(stage.machines()).hasSize(1);
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aCloneWhoseNodeFallsSilentWhileItMovesThereIsNotMadeTwice() {
    try (var life = new Life(stage, ID)) {
      life.as(proxmox().accountWith(Map.of("nodes", List.of("pve2"))));
      life.ensure(order());
      life.ensure(order());
      stage.time().advance(Duration.ofSeconds(14));
      var listed = new AtomicBoolean();
      stage.make(
          (_, request) -> {
            if (listed.getAndSet(request.path().contains("/cluster/resources"))) {
              stage.time().advance(Duration.ofSeconds(20));
              proxmox().proxmox().lose("pve2");
            }
            return Mischief.NONE;
          });

      assertFault(life.ensure(order()), Fault.Unavailable.class);
      assertFault(life.remove(), Fault.Unavailable.class);
      assertThat(proxmox().proxmox().machines()).hasSize(1);
    }
  }

  @Test
  void userDataOnANodeThatIsOffIsNotForgotten() {
    proxmox().proxmox().lose("pve2");
    try (var life = new Life(stage, ID)) {
      var state = life.driver().machines().remove(ID, new Memo("vm 150 on pve2 with disc"));
      assertFault(state, Fault.Unavailable.class);
    }
  }

  @Test
  void userDataOnAStorageThatIsAwayIsNotForgotten() {
    proxmox().proxmox().agentless(9000);
    var order = withUserData(new Addressing.Dhcp());
    try (var life = new Life(stage, ID)) {
      untilTheDiscIsIn(life, order);
      proxmox().proxmox().away("local", true);
      for (var i = 0; i < 20; i++) {
        life.remove();
        life.pass();
      }
      assertThat(life.told()).noneMatch(Absent.class::isInstance);
      assertThat(life.told().getLast())
          .isInstanceOfSatisfying(
              Unclear.class,
              unclear ->
                  assertThat(unclear.fault())
                      .isInstanceOf(Fault.Unavailable.class)
                      .extracting(Fault::sentence)
                      .asString()
                      .contains("user data", "local"));
      assertThat(stage.things()).anyMatch(volume -> volume.contains("iso/"));

      proxmox().proxmox().away("local", false);
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aDiscOnAStorageThatIsAwayIsWithdrawnOnceItIsBack() {
    proxmox().proxmox().agentless(9000);
    var fixed = withUserData(new Addressing.Static("10.9.8.7/24", "10.9.8.1", List.of()));
    try (var life = new Life(stage, ID)) {
      untilTheDiscIsIn(life, fixed);
      proxmox().proxmox().away("local", true);
      stage.time().advance(Duration.ofMinutes(11));
      assertFault(life.ensure(fixed), Fault.Unavailable.class);

      proxmox().proxmox().away("local", false);
      life.run(fixed);
      assertThat(stage.things()).noneMatch(volume -> volume.contains("iso/"));
    }
  }

  @Test
  void aMachineThatIsNotMadeYetGetsAnotherNodeWhenItsOwnLeft() {
    proxmox().proxmox().expel("pve2");
    try (var life = new Life(stage, ID)) {
      var state = life.driver().machines().ensure(ID, order(), new Memo("vm 150 on pve2"));
      assertThat(state)
          .isInstanceOfSatisfying(
              Underway.class, chosen -> assertThat(chosen.memo().text()).contains(" on pve1"));
    }
  }

  @Test
  void aMachineThatRunsIsLookedAtWithoutTheListOfTheCluster() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      stage.make(MischiefMaker.none());

      assertThat(life.observe()).isInstanceOf(Running.class);
      assertThat(stage.calls()).isNotEmpty().noneMatch(call -> call.contains("/cluster/resources"));
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void machinesOfOneClusterAndRoleAreSpreadOverNodes() {
    try (var first = new Life(stage, ID);
        var second = new Life(stage, new MachineId("cp-1", OTHER.uid()))) {
      var one = first.run(order()).machine().zone();
      var other = second.run(order()).machine().zone();

      assertThat(one).isNotEqualTo(other);
    }
  }

  @Test
  void aPasswordServesAsWellAsAToken() {
    proxmox().proxmox().user("butler@pve", "canary-password");
    try (var life = new Life(stage, ID)) {
      life.as(proxmox().account(Map.of("username", "butler@pve", "password", "canary-password")));
      life.run(order());
      life.end();

      assertThat(stage.calls().stream().filter(call -> call.contains("/access/ticket"))).hasSize(1);
    }
    assertNothingLeft();
  }

  @Test
  void aTemplateLargerThanTheOrderIsRefusedBeforeAnythingIsMade() {
    proxmox().proxmox().template(9001, "pve1", "large", 30);
    var order = order();
    var tooSmall =
        new MachineOrder(
            order.hardware(),
            Boot.unconfigured("9001"),
            order.addressing(),
            order.placement(),
            order.labels());
    try (var life = new Life(stage, ID)) {
      assertFault(life.ensure(tooSmall), Fault.Invalid.class);
      assertThat(stage.machines()).isEmpty();
    }
  }

  @Test
  void aCopySomebodyMadeOfOurMachineIsNotOurs() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      var tags = stage.machines().getFirst().everything().getOrDefault("tags", "");
      proxmox().proxmox().foreign(150, "pve2", "my-copy");
      proxmox().proxmox().tag(150, tags);
      life.end();

      assertThat(stage.machines()).singleElement().matches(left -> left.name().equals("my-copy"));
    }
  }

  @Test
  void whatIsFreeOnNodesAndStorageIsTold() {
    try (var life = new Life(stage, ID)) {
      var before = life.driver().validate().room();
      life.run(order());
      var after = life.driver().validate().room();

      // Two nodes of 256 GiB; 4000 GB that both see, and the template of 10.
      assertThat(before).isEqualTo(new Room(null, 2 * 256L * 1024, 3990L, null));
      assertThat(after)
          .isEqualTo(
              new Room(
                  null,
                  2 * 256L * 1024 - order().hardware().memoryMB(),
                  // Its root disk and the extra disk that lies beside it.
                  3990L - 20 - 7,
                  null));
    }
  }

  @Test
  void aStorageThatIsFullIsToldBeforeAnyMachineIsTried() {
    // The template has 10.
    proxmox().proxmox().storage("ceph", 10);
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().validate().findings())
          .filteredOn(Finding.Bad.class::isInstance)
          .singleElement()
          .isInstanceOfSatisfying(
              Finding.Bad.class,
              bad -> {
                assertThat(bad.aspect()).isEqualTo(Aspect.QUOTA);
                assertThat(bad.fault().sentence()).contains("storage ceph");
              });
    }
  }

  @Test
  void manyMachinesAtOnceGetNumbersOfTheirOwn() {
    stage.make(MischiefMaker.none());
    var lives =
        IntStream.range(0, 20)
            .mapToObj(
                i ->
                    new Life(
                        stage,
                        new MachineId("w-" + i, "5c8f0b52-7f3e-4a53-9f0c-%012d".formatted(i))))
            .toList();
    try {
      for (var round = 0; round < 20; round++) {
        lives.forEach(life -> life.ensure(order()));
        stage.time().advance(Duration.ofSeconds(10));
      }

      assertThat(proxmox().proxmox().machines())
          .extracting(seen -> seen.name())
          .doesNotHaveDuplicates()
          .hasSize(20);
      lives.forEach(Life::end);
    } finally {
      lives.forEach(Life::close);
    }
    assertNothingLeft();
  }
}
