package dev.butlerlabs.butler.bench.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.bench.FreshApiServer;
import dev.butlerlabs.butler.bench.OurKinds;
import dev.butlerlabs.butler.bench.machines.CrookedProvider.Crook;
import dev.butlerlabs.butler.bench.machines.Weather.Force;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.contracttests.aws.AwsStage;
import dev.butlerlabs.butler.providers.contracttests.proxmox.ProxmoxStage;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashSet;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.slf4j.LoggerFactory;

/** Each wrong that lives are checked for, done on purpose. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WrongsIT {

  private static final int LIVES = 2;

  private FreshApiServer server;
  private KubernetesClient admin;

  @BeforeAll
  void start() throws Exception {
    server = new FreshApiServer();
    admin =
        Clients.connect(
            Kubeconfigs.fromFile(server.kubeconfig()).orElseThrow(),
            ClientSettings.named("butler-bench"));
    OurKinds.install(admin);
  }

  @AfterAll
  void stop() {
    admin.close();
    server.close();
  }

  private List<String> wrongs(String name, BiFunction<Stage, MachineDriver, Crook> crook)
      throws InterruptedException {
    return wrongs(name, new ProxmoxStage(), crook);
  }

  private static boolean has(Stage stage, String machine) {
    return stage.machines().stream().anyMatch(one -> one.name().equals(machine));
  }

  private List<String> wrongs(
      String name, Stage stage, BiFunction<Stage, MachineDriver, Crook> crook)
      throws InterruptedException {
    try (var lives =
        new Lives(
            admin,
            name,
            stage,
            () -> new CrookedProvider(stage.provider(), honest -> crook.apply(stage, honest)),
            1)) {
      return lives.lead(LIVES, Force.CALM, _ -> {}).wrongs();
    }
  }

  @Test
  void anHonestDriverDoesNothingWrong() throws InterruptedException {
    assertThat(wrongs("honest", (_, honest) -> new Crook(honest) {})).isEmpty();
  }

  @Test
  void machinesAndDisksThatAreLeftBehindAreSeen() throws InterruptedException {
    var wrongs =
        wrongs(
            "forgetful",
            (_, honest) ->
                new Crook(honest) {
                  @Override
                  public MachineState remove(MachineId id, Memo memo) {
                    return new MachineState.Absent();
                  }
                });

    assertThat(wrongs)
        .anyMatch(wrong -> wrong.startsWith("2 machines where 0 were ordered"))
        .anyMatch(wrong -> wrong.startsWith("orphan: "));
  }

  @Test
  void aDiskThatIsLeftBehindIsSeen() throws InterruptedException {
    var stage = new ProxmoxStage();
    var left = new HashSet<MachineId>();
    var wrongs =
        wrongs(
            "untidy",
            stage,
            (_, honest) ->
                new Crook(honest) {
                  @Override
                  public MachineState remove(MachineId id, Memo memo) {
                    var state = honest.remove(id, memo);
                    if (state instanceof MachineState.Absent && left.add(id)) {
                      stage.proxmox().template(800 + left.size(), "pve1", "left", 1);
                    }
                    return state;
                  }
                });

    assertThat(wrongs).isNotEmpty().allMatch(wrong -> wrong.startsWith("orphan: "));
  }

  @Test
  void aDiskThatWasOrderedAndIsNotThereIsSeen() throws InterruptedException {
    var wrongs =
        wrongs(
            "stingy",
            (_, honest) ->
                new Crook(honest) {
                  @Override
                  public MachineState ensure(MachineId id, MachineOrder order, Memo memo) {
                    var hardware = order.hardware();
                    var less =
                        new MachineOrder.Hardware(
                            hardware.cpu(), hardware.memoryMB(), hardware.diskGB(), List.of());
                    return honest.ensure(
                        id,
                        new MachineOrder(
                            less,
                            order.boot(),
                            order.addressing(),
                            order.placement(),
                            order.labels()),
                        memo);
                  }
                });

    assertThat(wrongs).anyMatch(wrong -> wrong.startsWith("it has other disks than were ordered"));
  }

  @Test
  void aMachineThatIsMadeTwiceIsSeen() throws InterruptedException {
    var made = new HashSet<MachineId>();
    var wrongs =
        wrongs(
            "eager",
            new AwsStage(),
            (stage, honest) ->
                new Crook(honest) {
                  @Override
                  public MachineState observe(MachineId id, Memo memo) {
                    return twice(id, honest.observe(id, memo));
                  }

                  @Override
                  public MachineState ensure(MachineId id, MachineOrder order, Memo memo) {
                    return twice(id, honest.ensure(id, order, memo));
                  }

                  private MachineState twice(MachineId id, MachineState state) {
                    if (state instanceof MachineState.Running && made.add(id)) {
                      stage.foreign(id.name());
                    }
                    return state;
                  }
                });

    assertThat(wrongs).anyMatch(wrong -> wrong.startsWith("a machine was made twice"));
  }

  @Test
  void aForeignMachineThatIsTouchedIsSeen() throws InterruptedException {
    var wrongs =
        wrongs(
            "greedy",
            (stage, honest) ->
                new Crook(honest) {
                  @Override
                  public MachineState remove(MachineId id, Memo memo) {
                    if (has(stage, "theirs")) {
                      stage.vanish("theirs");
                    }
                    return honest.remove(id, memo);
                  }
                });

    assertThat(wrongs).anyMatch(wrong -> wrong.startsWith("a foreign machine was touched"));
  }

  @Test
  void anOrderThatNeverGoesIsSeen() throws InterruptedException {
    var wrongs =
        wrongs(
            "stubborn",
            (_, honest) ->
                new Crook(honest) {
                  @Override
                  public MachineState remove(MachineId id, Memo memo) {
                    return new MachineState.Underway("it goes soon", memo);
                  }
                });

    assertThat(wrongs).anyMatch(wrong -> wrong.startsWith("stubborn: not all go after"));
  }

  @Test
  void aSecretInAStatusOrAnEventIsSeen() throws InterruptedException {
    var wrongs =
        wrongs(
            "gossip",
            (_, honest) ->
                new Crook(honest) {
                  @Override
                  public MachineState remove(MachineId id, Memo memo) {
                    var state = honest.remove(id, memo);
                    return state instanceof MachineState.Underway(_, var noted)
                        ? new MachineState.Underway("with the canary", noted)
                        : state;
                  }
                });

    assertThat(wrongs).anyMatch(wrong -> wrong.startsWith("a secret was told in a status"));
  }

  @Test
  void aSecretInALogIsSeen() {
    try (var overheard = new Overheard();
        var stage = new ProxmoxStage()) {
      overheard.listenFor(Canaries.of(stage.account().credentials()));
      var log = LoggerFactory.getLogger(WrongsIT.class);
      log.trace("all is well");
      log.atTrace().addKeyValue("token", "canary").log("a value");
      log.trace("a cause", new IllegalStateException("canary"));

      assertThat(overheard.told()).hasSize(2);
    }
  }
}
