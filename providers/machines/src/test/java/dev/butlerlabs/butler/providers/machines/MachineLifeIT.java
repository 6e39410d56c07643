package dev.butlerlabs.butler.providers.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.providers.machines.InMemoryPlatform.Vm;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.testkit.Edit;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The life of a machine, with the time and the platform in the test's hand. */
@OnRealApiServer
class MachineLifeIT {

  private static final String FINALIZER = "machinerequest.butler.butlerlabs.dev/proxmox-finalizer";
  private static final Duration A_WHILE = Duration.ofMinutes(1);

  private final InMemoryPlatform platform = new InMemoryPlatform();
  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();

  @Test
  void orderBecomesAMachineAndDeletingItLeavesNothing(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a");
    lab.request("m", "a", "");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);

      var status = lab.status("m");
      assertThat(lab.told("m")).isEqualTo("RUNNING TRUE/VMRunning FALSE/VMRunning FALSE/VMRunning");
      assertThat(status.providerID()).isEqualTo("proxmox://pve1/qemu/100");
      assertThat(status.ipAddress()).isEqualTo("10.0.0.10");
      assertThat(status.ipAddresses()).containsExactly("10.0.0.10");
      assertThat(status.macAddress()).isEqualTo("BC:24:11:00:00:64");
      assertThat(status.observedGeneration()).isEqualTo(1);
      assertThat(lab.machine("m").require().getMetadata().getFinalizers()).contains(FINALIZER);
      assertThat(platform.changes()).containsExactly("clone", "tag", "start");

      lab.machine("m").delete();
      engine.settle();
      assertThat(lab.told("m")).startsWith("DELETING FALSE/Deleting");
      engine.pass(A_WHILE);
    }

    assertThat(lab.machine("m").get()).isNull();
    assertThat(platform.all()).isEmpty();
    assertThat(platform.changes()).containsExactly("clone", "tag", "start", "stop", "destroy");
    assertThat(lab.events("m")).contains("Created", "Ready", "Deleting", "Deleted");
  }

  @Test
  void settledMachineCostsNothingButItsDriftCheck(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a");
    lab.request("m", "a", "");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(Duration.ofMinutes(2));
      var version = lab.machine("m").require().getMetadata().getResourceVersion();
      var calls = platform.calls.get();

      engine.pass(Duration.ofMinutes(2));

      assertThat(platform.calls.get() - calls).isBetween(2, 5);
      assertThat(lab.machine("m").require().getMetadata().getResourceVersion()).isEqualTo(version);
    }
  }

  @Test
  void requestOfAnotherPlatformIsNeverTouched(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a");
    lab.create(
        ProviderConfig.class,
        "ProviderConfig",
        "other",
        "{provider: harvester, credentialsRef: {name: x}, harvester: {networkName: a/b}}");
    var foreign = lab.request("foreign", "other", "").getMetadata().getResourceVersion();
    var config = lab.provider("other").require().getMetadata().getResourceVersion();
    var nobodys = lab.request("nobodys", "missing", "").getMetadata().getResourceVersion();
    lab.request("m", "a", "");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
    }

    assertThat(lab.told("m")).startsWith("RUNNING");
    assertThat(lab.machine("foreign").require().getMetadata().getResourceVersion())
        .isEqualTo(foreign);
    assertThat(lab.provider("other").require().getMetadata().getResourceVersion())
        .isEqualTo(config);
    assertThat(lab.machine("nobodys").require().getMetadata().getResourceVersion())
        .isEqualTo(nobodys);
    assertThat(lab.events("nobodys")).containsExactly("ProviderConfigMissing");
  }

  @Test
  void namesakeOfSomebodyElseIsLeftAloneAndGivesWay(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a");
    var theirs = new Vm(300, "m", "somebody-else", true, true, 7);
    platform.put(theirs);
    lab.request("m", "a", "");
    lab.request("n", "a", "");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
      assertThat(lab.told("m")).startsWith("FAILED FALSE/InvalidConfiguration");
      assertThat(lab.status("m").failureReason()).isEqualTo("InvalidConfiguration");
      assertThat(lab.status("m").failureMessage()).contains("machine m", "VM 300");
      assertThat(lab.events("m")).contains("CreateFailed");
      assertThat(platform.all()).contains(theirs);

      platform.drop(300);
      engine.pass(Duration.ofMinutes(7));
      assertThat(lab.told("m")).startsWith("RUNNING");
      assertThat(lab.status("m").failureReason()).isNull();

      var namesake = new Vm(301, "n", "somebody-else", true, true, 8);
      platform.put(namesake);
      lab.machine("n").delete();
      engine.pass(A_WHILE);
      assertThat(lab.machine("n").get()).isNull();
      assertThat(platform.all()).contains(namesake).hasSize(2);
    }
  }

  @Test
  void oneErrorIsNotYetAFailureAndAnOutageIs(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a");
    platform.trouble = () -> new Fault.Unavailable("list machines for m", "503 try later");
    lab.request("m", "a", "");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
      assertThat(lab.told("m"))
          .isEqualTo("PENDING FALSE/ProviderError TRUE/ProviderError TRUE/ProviderError");
      assertThat(lab.status("m").failureReason()).isNull();
      assertThat(lab.message("m", "Ready")).contains("machine m", "503 try later");

      engine.pass(Duration.ofMinutes(21));
      assertThat(lab.told("m")).startsWith("FAILED FALSE/ProviderError");
      assertThat(lab.status("m").failureMessage()).contains("after 20 minutes", "503 try later");

      platform.trouble = null;
      engine.pass(Duration.ofMinutes(3));
      assertThat(lab.told("m")).startsWith("RUNNING TRUE/VMRunning");
      assertThat(lab.status("m").failureReason()).isNull();
    }
  }

  @Test
  void orderThatCannotBeBuiltTellsAllReasonsBeforeAnythingIsMade(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a");
    platform.refusals =
        List.of(
            new Fault.NotFound("build m", "template 9000", "no such VM"),
            new Fault.Invalid("build m", "spec.cpu", "no host has 2 CPUs"));
    lab.request("m", "a", "");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
      assertThat(lab.status("m").failureMessage()).contains("template 9000", "spec.cpu");
      assertThat(platform.all()).isEmpty();

      platform.refusals = List.of();
      lab.machine("m").edit(Edit.atAnyVersion(one -> edited(lab, one)));
      engine.pass(A_WHILE);
      assertThat(lab.told("m")).startsWith("RUNNING");
    }
  }

  private static dev.butlerlabs.butler.api.infra.MachineRequest edited(
      Lab lab, dev.butlerlabs.butler.api.infra.MachineRequest one) {
    var format = lab.client().getKubernetesSerialization();
    return format.unmarshal(
        format.asJson(one).replace("\"cpu\":2", "\"cpu\":1"),
        dev.butlerlabs.butler.api.infra.MachineRequest.class);
  }

  @Test
  void creationDeadlineReportsAndDoesNotDestroy(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a");
    platform.withholdAddresses = true;
    lab.request("m", "a", "");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(Duration.ofMinutes(2));
      assertThat(lab.told("m")).startsWith("CREATING FALSE/WaitingForIP TRUE/WaitingForIP");

      engine.pass(Duration.ofMinutes(20));
      assertThat(lab.told("m")).startsWith("FAILED FALSE/CreationTimeout");
      assertThat(lab.events("m")).contains("CreationOverdue");
      assertThat(platform.all()).hasSize(1);

      platform.withholdAddresses = false;
      engine.pass(A_WHILE);
      assertThat(lab.told("m")).startsWith("RUNNING");
      assertThat(platform.changes()).containsExactly("clone", "tag", "start");
    }
  }

  @Test
  void driftIsSeenAndTold(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a");
    lab.request("m", "a", "");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
      var vm = platform.all().getFirst();

      platform.put(vm.at(77));
      engine.pass(A_WHILE);
      assertThat(lab.status("m").ipAddress()).isEqualTo("10.0.0.77");
      assertThat(lab.events("m")).contains("AddressChanged");

      platform.put(platform.all().getFirst().switched(false));
      engine.pass(A_WHILE);
      assertThat(lab.events("m")).contains("VMStopped");
      assertThat(platform.changes()).endsWith("start");
      assertThat(lab.told("m")).startsWith("RUNNING");

      platform.drop(vm.number());
      engine.pass(A_WHILE);
      assertThat(lab.told("m")).startsWith("FAILED FALSE/VMDeleted");
      assertThat(lab.events("m")).contains("VMDeleted");
      assertThat(platform.all()).isEmpty();

      platform.put(vm);
      engine.pass(A_WHILE);
      assertThat(lab.told("m")).startsWith("RUNNING");
    }
  }

  @Test
  void runningMachineNobodyCanLookAtIsUnknownAndNotFailed(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a");
    lab.request("m", "a", "");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
      platform.trouble = () -> new Fault.Unavailable("list machines", "no answer");

      engine.pass(Duration.ofMinutes(2));
      assertThat(lab.told("m"))
          .isEqualTo("RUNNING TRUE/VMRunning FALSE/VMRunning TRUE/ProviderError");
      engine.pass(Duration.ofMinutes(22));
      assertThat(lab.told("m")).startsWith("UNKNOWN UNKNOWN/ProviderError");

      platform.trouble = null;
      engine.pass(Duration.ofMinutes(2));
      assertThat(lab.told("m")).startsWith("RUNNING TRUE/VMRunning");
      assertThat(lab.events("m")).contains("ProviderError", "Recovered");
    }
  }
}
