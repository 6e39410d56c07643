package dev.butlerlabs.butler.providers.contracttests.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.contracttests.MachineTroubleContract;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.simulators.aws.AwsStandIn;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Preflight.Aspect;
import dev.butlerlabs.butler.providers.spi.Preflight.Finding;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract, and what only AWS has. */
class AwsMachinesContract extends MachineTroubleContract {

  @Override
  protected Stage build() {
    return new AwsStage();
  }

  private AwsStage aws() {
    return (AwsStage) stage;
  }

  private static MachineOrder small(Boot boot, Addressing addressing, Map<String, String> labels) {
    return new MachineOrder(
        new Hardware(1, 1024, 10, List.of()),
        boot,
        addressing,
        new Placement("demo", MachineRole.WORKER),
        labels);
  }

  @Test
  void anInstanceThatIsNotShownYetIsNotOrderedTwice() {
    aws().aws().lag(Duration.ofMinutes(1));
    try (var life = new Life(stage, ID)) {
      life.ensure(order());
      for (var i = 0; i < 4; i++) {
        assertThat(life.ensure(order())).isInstanceOf(Underway.class);
        life.pass();
      }

      assertThat(life.observe()).isEqualTo(new Absent());
      assertThat(stage.machines()).hasSize(1);
      life.run(order());
      assertThat(stage.machines()).hasSize(1);
    }
  }

  @Test
  void anInstanceThatIsNotShownYetIsNotForgottenWhenItIsRemoved() {
    aws().aws().lag(Duration.ofMinutes(1));
    try (var life = new Life(stage, ID)) {
      life.ensure(order());
      life.ensure(order());
      assertThat(stage.machines()).hasSize(1);

      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aMachineIsMadeAnewAfterOneWasTerminatedByHand() {
    try (var life = new Life(stage, ID)) {
      var first = life.run(order()).machine().providerId();
      stage.vanish("cp-0");

      assertThat(life.run(order()).machine().providerId()).isNotEqualTo(first);
      assertThat(stage.machines()).hasSize(1);
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void anInstanceThatEndsByItselfIsToldAndMadeAgain() {
    try (var life = new Life(stage, ID)) {
      life.ensure(order());
      life.ensure(order());
      life.pass();
      life.pass();
      aws().aws().fail(aws().instance("cp-0"), "Client.VolumeLimitExceeded");

      assertFault(life.ensure(order()), Fault.Quota.class);
      life.run(order());
      assertThat(stage.machines()).hasSize(1);
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void whatTheQuotaOfCpusLeavesIsTold() {
    aws().aws().vcpuLimit(40);
    aws().aws().foreign("somebody-elses");
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().validate().room()).isEqualTo(new Room(38L, null, null, null));

      life.run(order());
      var cpus = aws().aws().machines().stream().mapToLong(AwsStandIn.Seen::cpu).sum();
      assertThat(life.driver().validate().room()).isEqualTo(new Room(40 - cpus, null, null, null));

      aws().aws().vcpuLimit(1);
      assertThat(life.driver().validate().room()).isEqualTo(new Room(0L, null, null, null));
      life.end();
      assertThat(life.driver().validate().room()).isEqualTo(new Room(0L, null, null, null));
    }
  }

  @Test
  void aQuotaThatIsUsedUpIsToldBeforeAnyMachineIsTried() {
    aws().aws().vcpuLimit(2);
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().validate().findings()).noneMatch(Finding.Bad.class::isInstance);

      aws().aws().foreign("somebody-elses");
      assertThat(life.driver().validate().findings())
          .filteredOn(Finding.Bad.class::isInstance)
          .singleElement()
          .isInstanceOfSatisfying(
              Finding.Bad.class,
              bad -> {
                assertThat(bad.aspect()).isEqualTo(Aspect.QUOTA);
                assertThat(bad.fault().sentence()).contains("no vCPU is left");
              });
    }
  }

  @Test
  void anInstanceThatDoesNotTellItsCpusCountsWithThoseOfItsType() {
    aws().aws().vcpuLimit(40);
    aws().aws().keepCpusToItself(aws().aws().foreign("somebody-elses"));
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().validate().room()).isEqualTo(new Room(38L, null, null, null));
    }
  }

  @Test
  void anAccountThatMayNotAskForQuotasIsGoodAndSaysWhyItsRoomIsNotTold() {
    aws().aws().forbid("servicequotas:GetServiceQuota");
    try (var life = new Life(stage, ID)) {
      var preflight = life.driver().validate();

      assertThat(preflight.good()).isTrue();
      assertThat(preflight.room().cpus()).isNull();
      assertThat(preflight.room().untold())
          .isInstanceOfSatisfying(
              Fault.Forbidden.class,
              fault ->
                  assertThat(fault.sentence())
                      .contains("servicequotas:GetServiceQuota", "vCPU quota"));
    }
  }

  /** A machine with graphics cards is held up by another quota. */
  @Test
  void nothingIsToldWhereMachinesHaveAnotherQuota() {
    try (var life = new Life(stage, ID)) {
      life.as(aws().account(Map.of("instanceType", "g5.xlarge")));

      assertThat(life.driver().validate().room()).isEqualTo(Room.UNKNOWN);
    }
  }

  @Test
  void anotherZoneIsTriedWhereOneHasNoRoom() {
    try (var life = new Life(stage, ID)) {
      life.ensure(order());
      aws().aws().withoutCapacity(Set.of("eu-central-1a"));

      assertThat(life.run(order()).machine().zone()).isEqualTo("eu-central-1b");
      assertThat(life.told()).noneMatch(Unclear.class::isInstance);
    }
  }

  @Test
  void noRoomInAnyZoneIsToldAndHealsInWhicheverHasRoomFirst() {
    aws().aws().withoutCapacity(Set.of("eu-central-1a", "eu-central-1b"));
    try (var life = new Life(stage, ID)) {
      for (var i = 0; i < 20; i++) {
        life.ensure(order());
        life.pass();
      }
      assertThat(life.told()).anySatisfy(state -> assertFault(state, Fault.Quota.class));

      aws().aws().withoutCapacity(Set.of("eu-central-1b"));
      assertThat(life.run(order()).machine().zone()).isEqualTo("eu-central-1a");
      assertThat(stage.machines()).hasSize(1);
    }
  }

  @Test
  void machinesOfOneClusterAndRoleAreSpreadOverZones() {
    try (var first = new Life(stage, ID);
        var second = new Life(stage, new MachineId("cp-2", OTHER.uid()))) {
      var one = first.run(order()).machine().zone();
      var other = second.run(order()).machine().zone();

      assertThat(one).isNotEqualTo(other);
    }
  }

  @Test
  void machinesOrderedAtTheSameTimeAreSpreadByTheirNumbers() {
    try (var first = new Life(stage, ID);
        var second = new Life(stage, new MachineId("cp-1", OTHER.uid()))) {
      first.ensure(order());
      second.ensure(order());

      assertThat(first.run(order()).machine().zone())
          .isNotEqualTo(second.run(order()).machine().zone());
    }
  }

  @Test
  void aStaticAddressIsGivenInTheSubnetThatHoldsIt() {
    var fixed =
        small(
            Boot.unconfigured(null),
            new Addressing.Static("10.0.2.77/24", "10.0.2.1", List.of()),
            Map.of());
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().machines().validate(fixed)).isEmpty();
      var running = life.run(fixed).machine();

      assertThat(running.addresses()).containsExactly("10.0.2.77");
      assertThat(running.zone()).isEqualTo("eu-central-1b");
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void anAddressThatNoSubnetHoldsIsRefused() {
    var elsewhere =
        small(
            Boot.unconfigured(null),
            new Addressing.Static("10.9.8.7/24", "10.9.8.1", List.of()),
            Map.of());
    try (var life = new Life(stage, ID)) {
      assertFault(life.ensure(elsewhere), Fault.Invalid.class);
      assertThat(life.driver().machines().validate(elsewhere))
          .singleElement()
          .isInstanceOf(Fault.Invalid.class);
    }
  }

  @Test
  void whatEc2CannotDoIsSaidAndNotLeftOut() {
    var order =
        small(
            new Boot(null, null, new SecretText("version: 2")),
            new Addressing.Static("10.0.1.9/24", "10.0.1.254", List.of("10.0.0.2")),
            Map.of("aws:cloudformation:stack-id", "x"));
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().machines().validate(order))
          .extracting(Fault::detail)
          .hasSize(4)
          .anySatisfy(detail -> assertThat(detail).contains("network data"))
          .anySatisfy(detail -> assertThat(detail).contains("DHCP options"))
          .anySatisfy(detail -> assertThat(detail).contains("aws:"))
          .anySatisfy(detail -> assertThat(detail).contains("router"));
      assertFault(life.ensure(order), Fault.Invalid.class);
      assertThat(stage.machines()).isEmpty();
    }
  }

  @Test
  void longUserDataForCloudInitIsCompressedAndOtherIsRefused() {
    var text = "#cloud-config\n" + "# a line that repeats itself\n".repeat(1000);
    var long1 = small(new Boot(null, new SecretText(text), null), new Addressing.Dhcp(), Map.of());
    var long2 =
        small(new Boot(null, new SecretText("x" + text), null), new Addressing.Dhcp(), Map.of());
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().machines().validate(long1)).isEmpty();
      assertThat(life.driver().machines().validate(long2)).hasSize(1);
      life.run(long1);
      assertThat(stage.machines()).hasSize(1);
    }
  }

  @Test
  void theHardwareAddressIsToldAndNoPublicAddressIsAskedFor() {
    try (var life = new Life(stage, ID)) {
      var running = life.run(order()).machine();

      assertThat(String.valueOf(running.mac())).matches("02(:[0-9A-F]{2}){5}");
      assertThat(running.reachableAt()).isNull();
      assertThat(running.providerId().text()).startsWith("aws:///eu-central-1a/i-");
      assertThat(stage.machines().getFirst().everything())
          .containsEntry("MetadataOptions.HttpTokens", "required")
          .containsEntry("BlockDeviceMapping.1.DeviceName", "/dev/xvda")
          .containsEntry("BlockDeviceMapping.1.Ebs.Encrypted", "true")
          .containsEntry("BlockDeviceMapping.3.Ebs.VolumeType", "gp2")
          .containsEntry("NetworkInterface.1.SecurityGroupId.1", "sg-0a")
          .doesNotContainKey("NetworkInterface.1.AssociatePublicIpAddress");
    }
  }

  @Test
  void anImageOfTheSameNameOfAnotherAccountIsNotTaken() {
    stage.time().advance(Duration.ofDays(1));
    aws().aws().image("talos", "999999999999", "x86_64", 10);
    aws().aws().image("theirs", "999999999999", "x86_64", 10);
    try (var life = new Life(stage, ID)) {
      var mine = small(Boot.unconfigured("theirs"), new Addressing.Dhcp(), Map.of());
      var theirs = small(Boot.unconfigured("999999999999/theirs"), new Addressing.Dhcp(), Map.of());

      assertThat(life.driver().machines().validate(mine))
          .singleElement()
          .isInstanceOf(Fault.NotFound.class);
      assertThat(life.driver().machines().validate(theirs)).isEmpty();
      life.run(order());
      assertThat(stage.machines().getFirst().everything())
          .containsEntry("ImageId", aws().imageId());
    }
  }

  @Test
  void anImageForAnotherProcessorIsRefused() {
    aws().aws().image("arm", "arm64", 10);
    var arm = small(Boot.unconfigured("arm"), new Addressing.Dhcp(), Map.of());
    try (var life = new Life(stage, ID)) {
      assertFault(life.ensure(arm), Fault.Invalid.class);
      life.as(aws().account(Map.of("instanceType", "m7g.large")));
      life.run(arm);
      assertThat(aws().seen("cp-0").type()).isEqualTo("m7g.large");
    }
  }

  @Test
  void anInstanceTypeSmallerThanTheOrderIsRefused() {
    try (var life = new Life(stage, ID)) {
      life.as(aws().account(Map.of("instanceType", "c6i.large")));

      assertFault(life.ensure(order()), Fault.Invalid.class);
    }
  }

  @Test
  void anImageLargerThanTheDiskIsRefusedBeforeAnythingIsMade() {
    aws().aws().image("large", "x86_64", 30);
    var order = small(Boot.unconfigured("large"), new Addressing.Dhcp(), Map.of());
    try (var life = new Life(stage, ID)) {
      assertFault(life.ensure(order), Fault.Invalid.class);
      assertThat(stage.machines()).isEmpty();
    }
  }

  @Test
  void disksThatStayBehindAreDeleted() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      aws().aws().keepDisks(aws().instance("cp-0"));
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void disksRestoredFromABackupWithOurTagsAreLeftAndTold() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      aws().aws().keepDisks(aws().instance("cp-0"));
      var restored = aws().aws().restoreDisks(aws().instance("cp-0"));
      life.end();

      assertThat(stage.things()).containsExactlyInAnyOrderElementsOf(restored);
      assertThat(life.told().getLast())
          .isInstanceOfSatisfying(
              Absent.class, absent -> assertThat(absent.left()).contains(restored));
    }
  }

  /** What it has after a while may be somebody else's, also where it says otherwise. */
  @Test
  void disksThatAMachineGetsLaterAreLeftAndTold() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      var copies = aws().aws().restoreDisks(aws().instance("cp-0"));
      stage.powerOff("cp-0");
      aws().aws().attach(copies, aws().instance("cp-0"));
      stage.time().advance(Duration.ofDays(1));
      life.run(order());
      life.end();

      assertThat(stage.things()).containsExactlyInAnyOrderElementsOf(copies);
    }
  }

  @Test
  void aDiskThatSomebodyAttachedElsewhereIsToldAndRemovedOnceItIsFree() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      var other = aws().aws().foreign("database");
      aws().aws().moveDisks(aws().instance("cp-0"), other);
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
                      .contains("attached to " + other));

      aws().aws().detachDisks(other);
      life.end();
    }
    assertThat(stage.things()).noneMatch(thing -> thing.startsWith("vol-"));
  }

  @Test
  void aCopySomebodyMadeOfOurMachineIsNotOurs() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      var copy = aws().aws().foreign("my-copy");
      aws().aws().tag(copy, Ownership.OWNER_UID, ID.uid());
      aws().aws().tag(copy, Ownership.MANAGED_BY, Ownership.BUTLER);
      life.end();

      assertThat(stage.machines()).singleElement().matches(left -> left.name().equals("my-copy"));
    }
  }

  @Test
  void tooManyCallsAreToldAndTriedAgain() {
    try (var life = new Life(stage, ID)) {
      aws().aws().throttle(1);

      assertFault(life.ensure(order()), Fault.Throttled.class);
      life.run(order());
      assertThat(stage.machines()).hasSize(1);
    }
  }

  @Test
  void listsAreReadToTheirEnd() {
    aws().aws().longestPage(1);
    IntStream.range(0, 5).forEach(i -> stage.foreign("other-" + i));
    stage.foreign("cp-0");
    var watch = AwsStage.pages();
    stage.make(watch);
    try (var life = new Life(stage, ID)) {
      assertFault(life.ensure(order()), Fault.Conflict.class);
    }
    assertThat(watch.turned()).contains("DescribeInstances");
  }

  @Test
  void theNewestImageAndEveryDiskAreFoundWhateverPageTheyAreOn() {
    aws().aws().longestPage(1);
    stage.time().advance(Duration.ofDays(1));
    var newest = aws().aws().image("talos", "x86_64", 10);
    var watch = AwsStage.pages();
    stage.make(watch);
    try (var life = new Life(stage, ID)) {
      life.as(aws().account(Map.of("subnetIDs", List.of())));
      life.run(order());
      assertThat(stage.machines().getFirst().everything()).containsEntry("ImageId", newest);
      aws().aws().keepDisks(aws().instance("cp-0"));
      life.end();
    }
    assertNothingLeft();
    assertThat(watch.turned())
        .containsExactlyInAnyOrder("DescribeImages", "DescribeSubnets", "DescribeVolumes");
  }

  @Test
  void subnetsOfTheVpcServeWhereNoneIsNamed() {
    try (var life = new Life(stage, ID)) {
      life.as(aws().account(Map.of("subnetIDs", List.of())));
      assertThat(life.driver().validate().good()).isTrue();
      life.run(order());
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void whatTheProviderConfigNamesAndIsNotThereIsFoundBeforehand() {
    try (var life = new Life(stage, ID)) {
      life.as(aws().account(Map.of("subnetIDs", List.of("subnet-0f"))));
      assertThat(life.driver().validate().firstFault()).get().isInstanceOf(Fault.NotFound.class);
      life.as(aws().account(Map.of("securityGroupIDs", List.of("sg-0f"))));
      assertThat(life.driver().validate().firstFault()).get().isInstanceOf(Fault.NotFound.class);
      life.as(aws().account(Map.of("ami", "ami-0123456789abcdef0")));
      assertThat(life.driver().validate().firstFault()).get().isInstanceOf(Fault.NotFound.class);
      life.as(aws().account(Map.of("sshKeyName", "nobodys")));
      assertThat(life.driver().validate().firstFault()).get().isInstanceOf(Fault.NotFound.class);
    }
  }

  @Test
  void manyMachinesAtOnceAreMadeOnceEach() {
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
      for (var round = 0; round < 6; round++) {
        lives.forEach(life -> life.ensure(order()));
        stage.time().advance(Duration.ofSeconds(10));
      }

      assertThat(stage.machines())
          .hasSize(20)
          .allMatch(Stage.OnPlatform::running)
          .extracting(Stage.OnPlatform::name)
          .doesNotHaveDuplicates();
      lives.forEach(life -> assertThat(life.observe()).isInstanceOf(Running.class));
      lives.forEach(Life::end);
    } finally {
      lives.forEach(Life::close);
    }
    assertNothingLeft();
  }
}
