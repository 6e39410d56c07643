package dev.butlerlabs.butler.providers.contracttests.proxmox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.proxmox.machines.ProxmoxRole;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Boot;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Disk;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The role that is handed out is what the driver's calls need, and no more. */
class ProxmoxRoleContract {

  private static final MachineId ID = new MachineId("cp-0", "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11");

  private static final Set<String> ONLY_FOR_IMAGES =
      Set.of("Sys.AccessNetwork", "VM.Config.HWType");
  private static final String FILE = "https://factory.example.com/talos.qcow2";

  private final ProxmoxRole role = ProxmoxRole.load();
  private final ProxmoxStage stage = new ProxmoxStage();

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void everyCallOfTheDriverIsInTheTableAndNothingElseIs() {
    var seen = new ArrayList<Seen>();
    stage.make(
        (_, request) -> {
          seen.add(Seen.of(request));
          return Mischief.NONE;
        });
    stage.proxmox().user("butler@pve", "canary-password");
    live(stage.account(), order(new SecretText("#cloud-config"), new Addressing.Dhcp()));
    live(
        onBridge(stage.account(Map.of("username", "butler@pve", "password", "canary-password"))),
        order(null, new Addressing.Static("10.9.8.7/24", "10.9.8.1", List.of("10.9.8.2"))));
    bringAndRemoveAnImage();

    assertThat(seen).isNotEmpty();
    assertThat(seen)
        .allSatisfy(call -> assertThat(uncovered(call)).as("not in privileges.tsv").isEmpty());
    assertThat(role.rows())
        .allSatisfy(
            row ->
                assertThat(seen)
                    .as("a row of privileges.tsv that no call needs: %s", row)
                    .anyMatch(call -> call.needs(row)));
  }

  @Test
  void anAccountWithTheRoleAndNoMoreIsFoundGoodAndServes() {
    stage.proxmox().privileges(new HashSet<>(role.privileges(8)));

    live(stage.account(), order(new SecretText("#cloud-config"), new Addressing.Dhcp()));
    bringAndRemoveAnImage();

    assertThat(stage.machines()).isEmpty();
  }

  @Test
  void anyPrivilegeThatIsMissingIsNamed() {
    for (var missing : role.privileges(8)) {
      var held = new TreeSet<>(role.privileges(8));
      held.remove(missing);
      stage.proxmox().privileges(held);
      try (var life = new Life(stage, ID)) {
        var found = life.driver().validate();
        var fault = found.firstFault();
        if (ONLY_FOR_IMAGES.contains(missing)) {
          assertThat(found.good()).isTrue();
          assertThat(found.findings().toString()).contains("for images it lacks " + missing);
          // Before 9 and since it has two names, and either will do.
        } else if (!missing.equals("VM.Monitor")) {
          assertThat(fault).as(missing).isPresent();
          assertThat(fault.get().detail()).contains(missing);
        }
      }
    }
  }

  @Test
  void theNamesFollowTheVersion() {
    assertThat(role.commands(8)).contains("VM.Monitor").doesNotContain("VM.GuestAgent.Audit");
    assertThat(role.commands(9)).contains("VM.GuestAgent.Audit").doesNotContain("VM.Monitor");
  }

  /** One call, and the fields it sets. */
  private record Seen(String method, String path, Set<String> fields) {

    static Seen of(Request request) {
      var path = request.path().replaceFirst("^/api2/(json|extjs)", "");
      var fields =
          path.matches("/nodes/[^/]+/qemu(/\\d+/config)?") && !request.method().equals("GET")
              ? Request.fields(request.text()).keySet()
              : Set.<String>of();
      return new Seen(request.method(), path, fields);
    }

    boolean needs(ProxmoxRole.Row row) {
      return row.field().isEmpty()
          ? row.covers(method, path)
          : fields.stream().anyMatch(field -> row.covers(method, path, field));
    }
  }

  private List<String> uncovered(Seen call) {
    if (call.fields().isEmpty()) {
      return role.rows().stream().anyMatch(row -> row.covers(call.method(), call.path()))
          ? List.of()
          : List.of(call.toString());
    }
    return call.fields().stream()
        .filter(
            field ->
                role.rows().stream()
                    .noneMatch(row -> row.covers(call.method(), call.path(), field)))
        .toList();
  }

  private void bringAndRemoveAnImage() {
    stage.proxmox().source(FILE, 2, "");
    var id = new ImageId("talos", ID.uid());
    var order =
        new ImageOrder(URI.create(FILE), "qcow2", null, Architecture.AMD64, TransferMode.DIRECT);
    try (var life = new Life(stage, ID)) {
      var images = life.driver().images().orElseThrow();
      assertThat(images.validate(order)).isEmpty();
      var memo = Memo.NONE;
      ImageState state = new ImageState.Absent();
      for (var i = 0; i < 30 && !(state instanceof ImageState.Ready); i++) {
        state = images.ensure(id, order, memo);
        memo = state instanceof ImageState.Underway(_, _, var noted, _) ? noted : memo;
        life.pass();
      }
      assertThat(state).isInstanceOf(ImageState.Ready.class);
      for (var i = 0; i < 30 && !(state instanceof ImageState.Absent); i++) {
        state = images.remove(id, memo);
        life.pass();
      }
      assertThat(state).isInstanceOf(ImageState.Absent.class);
    }
  }

  private void live(Account account, MachineOrder order) {
    try (var life = new Life(stage, ID)) {
      life.as(account);
      assertThat(life.driver().validate().firstFault()).isEmpty();
      life.run(order);
      life.end();
    }
  }

  private static MachineOrder order(@Nullable SecretText userData, Addressing addressing) {
    return new MachineOrder(
        new Hardware(2, 2048, 20, List.of(new Disk(5, null))),
        new Boot(null, userData, null),
        addressing,
        new Placement("demo", MachineRole.WORKER),
        Map.of());
  }

  /** On a bridge, and with numbers that Proxmox chooses. */
  private static Account onBridge(Account account) {
    var json = WireFormat.mapper();
    var fields = new TypeReference<Map<String, Object>>() {};
    var proxmox = new HashMap<>(json.convertValue(account.spec().proxmox(), fields));
    proxmox.remove("vmidRange");
    var spec = new HashMap<>(json.convertValue(account.spec(), fields));
    spec.put("proxmox", proxmox);
    spec.put("network", Map.of("subnet", "vmbr1"));
    return new Account(
        account.config(), json.convertValue(spec, ProviderConfigSpec.class), account.credentials());
  }
}
