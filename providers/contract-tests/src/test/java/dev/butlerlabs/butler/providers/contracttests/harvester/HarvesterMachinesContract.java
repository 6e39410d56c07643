package dev.butlerlabs.butler.providers.contracttests.harvester;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.contracttests.MachineTroubleContract;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.harvester.machines.HarvesterProvider;
import dev.butlerlabs.butler.providers.harvester.machines.HarvesterRole;
import dev.butlerlabs.butler.providers.simulators.wire.LittleProxy;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.providers.spi.Provider.Opening;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Boot;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Disk;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Absent;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Running;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Underway;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.net.ProxySelector;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract, and what only Harvester has. */
@OnRealApiServer
class HarvesterMachinesContract extends MachineTroubleContract {

  private final TestCluster cluster;

  HarvesterMachinesContract(TestCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  protected Stage build() {
    return new HarvesterStage(cluster);
  }

  private HarvesterStage harvester() {
    return (HarvesterStage) stage;
  }

  private static MachineOrder plain(Hardware hardware, Addressing addressing) {
    return new MachineOrder(
        hardware,
        Boot.unconfigured(null),
        addressing,
        new Placement("demo", MachineRole.WORKER),
        Map.of());
  }

  @Test
  void theGuestHasAllTheMemoryThatWasOrderedThoughHarvesterTakesSomeOff() {
    try (var life = new Life(stage, ID)) {
      life.run(plain(new Hardware(1, 1024, 10, List.of()), new Addressing.Dhcp()));

      assertThat(stage.machines().getFirst().memoryMiB()).isEqualTo(1024);
    }
  }

  @Test
  void aStaticAddressIsGivenAndTold() {
    var fixed = new Addressing.Static("10.9.8.7/24", "10.9.8.1", List.of("10.9.8.2"));
    try (var life = new Life(stage, ID)) {
      var running = life.run(plain(new Hardware(1, 1024, 10, List.of()), fixed)).machine();

      assertThat(running.addresses()).containsExactly("10.9.8.7");
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void theAddressIsThatOfOurCardAndItsHardwareAddressIsTold() {
    try (var life = new Life(stage, ID)) {
      var running = life.run(order()).machine();

      assertThat(running.addresses()).hasSize(1).doesNotContain("10.244.0.1");
      assertThat(String.valueOf(running.mac())).matches("02(:[0-9A-F]{2}){5}");
      assertThat(running.providerId().text()).matches("harvester://[0-9a-f-]{36}");
    }
  }

  @Test
  void machinesOfOneClusterAndRoleAreSpreadOverHosts() {
    try (var first = new Life(stage, ID);
        var second = new Life(stage, new MachineId("cp-1", OTHER.uid()))) {
      var one = first.run(order()).machine().zone();
      var other = second.run(order()).machine().zone();

      assertThat(one).isNotEqualTo(other);
    }
  }

  @Test
  void disksWithoutAClassLieInTheUsualOneAndNotInThatOfTheImage() {
    try (var life = new Life(stage, ID)) {
      life.run(
          plain(
              new Hardware(1, 1024, 10, List.of(new Disk(3, null), new Disk(4, "fast"))),
              new Addressing.Dhcp()));

      assertThat(harvester().harvester().claims())
          .extracting(claim -> claim.at("/spec/storageClassName").asText())
          .containsExactlyInAnyOrder("longhorn-talos-x7", "harvester-longhorn", "fast");
    }
  }

  @Test
  void everyObjectCarriesItsOwner() {
    try (var life = new Life(stage, ID)) {
      life.run(order());

      var secrets = harvester().admin().secrets().inNamespace(harvester().namespace());
      assertThat(secrets.withLabel("butler.butlerlabs.dev/owner-uid", ID.uid()).list().getItems())
          .hasSize(1);
      assertThat(harvester().harvester().claims())
          .hasSize(3)
          .allSatisfy(
              claim ->
                  assertThat(claim.at("/metadata/labels").toString())
                      .contains(ID.uid(), "payments"));
    }
  }

  @Test
  void aSecretOfSomebodyElseWithOurNameIsNotWrittenNorRemoved() {
    String name;
    try (var life = new Life(stage, ID)) {
      life.run(order());
      name =
          stage.things().stream()
              .filter(thing -> thing.contains("cloud-init"))
              .findFirst()
              .orElseThrow()
              .replace("secret ", "");
      life.end();
    }
    var theirs =
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace(harvester().namespace())
            .withName(name)
            .endMetadata()
            .addToStringData("their", "own")
            .build();
    harvester().admin().resource(theirs).create();
    try (var life = new Life(stage, ID)) {
      assertFault(life.ensure(order()), Fault.Conflict.class);
      assertThat(life.remove()).isEqualTo(new Absent());
    }
    assertThat(harvester().admin().resource(theirs).require().getData()).containsOnlyKeys("their");
  }

  @Test
  void disksLeftBehindByAMachineRemovedByHandAreRemoved() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      stage.vanish("cp-0");
      assertThat(stage.things()).anyMatch(thing -> thing.startsWith("disk "));

      assertThat(life.remove()).isInstanceOf(Underway.class);
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void disksRestoredFromABackupWithOurLabelsAreLeftAndTold() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      harvester().harvester().restoreDisks();
      life.end();

      assertThat(stage.things().stream().filter(thing -> thing.startsWith("disk ")))
          .hasSize(3)
          .allMatch(thing -> thing.startsWith("disk restore-cp-0-disk-"));
      assertThat(life.told().getLast())
          .isInstanceOfSatisfying(
              Absent.class,
              absent -> assertThat(absent.left()).contains("restore-cp-0-disk-0", "by hand"));
    }
  }

  @Test
  void whatAQuotaLeavesIsTold() {
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().validate().room().storageGB()).isNull();

      stage.room(false);
      assertThat(life.driver().validate().room().storageGB()).isEqualTo(12L);
    }
  }

  @Test
  void whatNobodyRequestedOnHostsThatTakeMachinesIsTold() {
    try (var hosts = new Hosts(harvester().admin(), harvester().namespace());
        var life = new Life(stage, ID)) {
      hosts.host("cordoned", "64", "256Gi", node -> node.getSpec().setUnschedulable(true));
      hosts.host("silent", "64", "256Gi", node -> node.getStatus().setConditions(List.of()));
      hosts.host("witness", "64", "256Gi", Hosts.tainted("NoSchedule"));
      assertThat(life.driver().validate().room()).isEqualTo(new Room(0L, 0L, null, null));

      hosts.host("one", "8", "32Gi", _ -> {});
      hosts.host("two", "4", "16Gi", Hosts.tainted("PreferNoSchedule"));
      assertThat(life.driver().validate().room()).isEqualTo(new Room(12L, 48L << 10, null, null));

      hosts.pod("one", "500m", "1Gi", Hosts.Kind.PLAIN);
      hosts.pod("one", "1", "2Gi", Hosts.Kind.ENDED);
      hosts.pod("two", "6", "4Gi", Hosts.Kind.PLAIN);
      hosts.pod("cordoned", "1", "2Gi", Hosts.Kind.PLAIN);
      assertThat(life.driver().validate().room()).isEqualTo(new Room(7L, 43L << 10, null, null));

      hosts.pod("one", "1", "1Gi", Hosts.Kind.WITH_INIT);
      assertThat(life.driver().validate().room()).isEqualTo(new Room(4L, 40L << 10, null, null));
    }
  }

  @Test
  void moreThanAPageOfPodsIsCounted() {
    try (var hosts = new Hosts(harvester().admin(), harvester().namespace());
        var life = new Life(stage, ID)) {
      hosts.host("one", "400", "1Ti", _ -> {});
      for (var i = 0; i < 260; i++) {
        hosts.pod("one", "1", "1Gi", Hosts.Kind.PLAIN);
      }

      assertThat(life.driver().validate().room())
          .isEqualTo(new Room(140L, (1024L - 260) << 10, null, null));
    }
  }

  @Test
  void anAccountThatMayNotLookAtHostsIsGoodAndSaysWhyItsRoomIsNotTold() {
    harvester().hideHosts();
    stage.room(false);
    try (var life = new Life(stage, ID)) {
      var preflight = life.driver().validate();

      assertThat(preflight.credentialsTaken()).isTrue();
      assertThat(preflight.firstFault()).isEmpty();
      assertThat(preflight.room().storageGB()).isEqualTo(12L);
      assertThat(preflight.room().cpus()).isNull();
      assertThat(preflight.room().untold())
          .isInstanceOfSatisfying(
              Fault.Forbidden.class, fault -> assertThat(fault.sentence()).contains("nodes"));
    }
  }

  @Test
  void noHostWithRoomIsToldAndHeals() {
    harvester().harvester().room(false);
    try (var life = new Life(stage, ID)) {
      for (var i = 0; i < 12; i++) {
        life.ensure(order());
        life.pass();
      }
      assertFault(life.told().getLast(), Fault.Quota.class);

      harvester().harvester().room(true);
      life.run(order());
    }
  }

  @Test
  void anImageThatIsStillComingIsWaitedFor() {
    harvester().harvester().begin("coming");
    var order = order();
    var coming =
        new MachineOrder(
            order.hardware(),
            Boot.unconfigured(harvester().namespace() + "/coming"),
            order.addressing(),
            order.placement(),
            order.labels());
    try (var life = new Life(stage, ID)) {
      assertThat(life.ensure(coming)).isInstanceOf(Underway.class);
      assertThat(stage.things()).noneMatch(thing -> thing.startsWith("disk "));

      harvester().harvester().wake();
      life.run(coming);
    }
  }

  @Test
  void anImageLargerThanTheDiskIsRefusedBeforeAnythingIsMade() {
    var order = plain(new Hardware(1, 1024, 9, List.of()), new Addressing.Dhcp());
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().machines().validate(order))
          .singleElement()
          .isInstanceOf(Fault.Invalid.class);
      assertFault(life.ensure(order), Fault.Invalid.class);
      assertThat(stage.things()).noneMatch(thing -> thing.startsWith("disk "));
    }
  }

  @Test
  void allThatIsWrongWithAnOrderIsToldAtOnce() {
    var order =
        new MachineOrder(
            new Hardware(1, 1024, 10, List.of(new Disk(1, "no-such-class"))),
            Boot.unconfigured("no-such-image"),
            new Addressing.Dhcp(),
            new Placement("demo", MachineRole.WORKER),
            Map.of("not a label", "x"));
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().machines().validate(order))
          .extracting(Fault::what)
          .hasSize(3)
          .anyMatch(what -> what.contains("no-such-class"))
          .anyMatch(what -> what.contains("no-such-image"))
          .anyMatch(what -> what.contains("label"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"my image.qcow2", "Talos", "a/b/c", "talos%2f", "../secrets/x"})
  void aNameThatKubernetesDoesNotTakeIsRefusedBeforeAnybodyIsAsked(String name) {
    var order =
        new MachineOrder(
            new Hardware(1, 1024, 10, List.of(new Disk(1, name))),
            Boot.unconfigured(name),
            new Addressing.Dhcp(),
            new Placement("demo", MachineRole.WORKER),
            Map.of());
    try (var life = new Life(stage, ID)) {
      stage.make(MischiefMaker.none());
      assertThat(life.driver().machines().validate(order))
          .hasSize(2)
          .allSatisfy(
              fault ->
                  assertThat(fault)
                      .isInstanceOf(Fault.Invalid.class)
                      .extracting(Fault::sentence)
                      .asString()
                      .contains(name, "lower-case letters"));
      assertFault(life.ensure(order), Fault.Invalid.class);
      assertThat(stage.calls()).noneMatch(call -> call.contains("storageclasses"));
    }
  }

  @Test
  void whoeverWasCalledOffSendsNothingMore() {
    try (var life = new Life(stage, ID)) {
      // A connection that stands sends at once.
      assertThat(life.observe()).isEqualTo(new Absent());
      stage.make(MischiefMaker.none());
      Thread.currentThread().interrupt();
      for (var i = 0; i < 50; i++) {
        assertFault(life.observe(), Fault.Unavailable.class);
      }
      assertThat(Thread.interrupted()).isTrue();

      assertThat(life.observe()).isEqualTo(new Absent());
      assertThat(stage.calls()).hasSize(1);
    }
  }

  @Test
  void aKubeconfigUnderAKeyOfItsOwnServesToo() {
    var text = harvester().kubeconfig(harvester().token());
    try (var life = new Life(stage, ID)) {
      life.as(harvester().account(Map.of("harvester.yaml", text), "harvester.yaml"));

      assertThat(life.driver().validate().good()).isTrue();
    }
  }

  @Test
  void theTokenIsNeverSaid() {
    stage.make((_, _) -> Mischief.ECHO);
    try (var life = new Life(stage, ID)) {
      assertThat(life.ensure(order()))
          .isInstanceOfSatisfying(
              Unclear.class,
              unclear ->
                  assertThat(unclear.fault().sentence())
                      .contains("[redacted]")
                      .doesNotContain(harvester().token()));
    }
  }

  @Test
  void everyCallGoesThroughTheProxy() {
    try (var proxy = LittleProxy.start()) {
      var provider =
          new HarvesterProvider(ProxySelector.of(proxy.address()), Duration.ofMinutes(1));
      try (var driver = opened(provider)) {
        assertThat(driver.validate().credentialsTaken()).isTrue();
      }
      assertThat(proxy.asked()).isNotEmpty();

      var before = stage.calls().size();
      proxy.end();
      try (var driver = opened(provider)) {
        assertThat(driver.validate().credentialsTaken()).isFalse();
      }
      assertThat(stage.calls()).hasSize(before);
    }
  }

  private Driver opened(Provider provider) {
    return switch (provider.open(stage.account())) {
      case Opening.Opened(var driver) -> driver;
      case Opening.Refused(var fault) -> throw new AssertionError(fault.sentence());
    };
  }

  @Test
  void aLookAtASettledMachineIsTwoCalls() {
    try (var life = new Life(stage, ID)) {
      var before = life.run(order());
      stage.make(MischiefMaker.none());

      assertThat(life.observe()).isInstanceOf(Running.class).isEqualTo(before);
      assertThat(stage.calls()).hasSize(2);
    }
  }

  /** It works with the documented role; here, that the role grants nothing else. */
  @Test
  void theDocumentedRoleHoldsNothingThatIsNotUsed() {
    stage.make((_, request) -> request.method().equals("POST") ? Mischief.TWICE : Mischief.NONE);
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().validate().good()).isTrue();
      assertThat(life.driver().machines().validate(order())).isEmpty();
      life.run(order());
      stage.powerOff("cp-0");
      life.run(order());
      life.end();
    }

    var granted = new TreeSet<String>();
    for (var role : List.of("butler-machines", "butler-storage-classes", "butler-capacity")) {
      for (var rule : Page.rules(role)) {
        rule.getVerbs().forEach(verb -> granted.add(verb + " " + rule.getResources().getFirst()));
      }
    }
    assertThat(stage.calls().stream().flatMap(call -> right(call).stream()).collect(toSet()))
        .isEqualTo(granted);
  }

  @Test
  void theRolesThatAreHandedOutAreThoseInTheDocuments() {
    for (var role :
        List.of(
            "butler-machines",
            "butler-balancers",
            "butler-images",
            "butler-storage-classes",
            "butler-capacity")) {
      assertThat(Page.rules(HarvesterRole.yaml(), role))
          .as(role)
          .containsExactlyInAnyOrderElementsOf(Page.rules(role));
    }
  }

  /** Which right a call needs; questions about oneself need none. */
  private static Optional<String> right(String call) {
    var path =
        Pattern.compile("(\\w+) /apis?/(?:[^/]+/)??v[^/]+/(?:namespaces/[^/]+/)?([^/]+)(/[^/]+)?")
            .matcher(call);
    if (!path.matches() || path.group(2).startsWith("selfsubject")) {
      return Optional.empty();
    }
    var verb =
        switch (path.group(1)) {
          case "GET" -> path.group(3) == null ? "list" : "get";
          case "POST" -> "create";
          default -> path.group(1).toLowerCase(Locale.ROOT);
        };
    return Optional.of(verb + " " + path.group(2));
  }
}
