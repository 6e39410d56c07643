package dev.butlerlabs.butler.providers.contracttests.proxmox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.providers.contracttests.ImageContract;
import dev.butlerlabs.butler.providers.contracttests.ImageScene;
import dev.butlerlabs.butler.providers.simulators.proxmox.ProxmoxStandIn;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Absent;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Ready;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Unclear;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Underway;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

/** Images on Proxmox, which become templates: the contract, and what is Proxmox's. */
class ProxmoxImagesContract extends ImageContract {

  private static final ImageId ID = new ImageId(NAME, UID);

  @Override
  protected ImageScene build() {
    return new ProxmoxImageScene();
  }

  private ProxmoxStandIn proxmox() {
    return ((ProxmoxImageScene) scene).stage().proxmox();
  }

  @Test
  void itIsATemplateWithADiskOfTheFileAndACard() {
    var told = bring(scene.order(scene.sha256()));

    var template =
        proxmox().templates().stream()
            .filter(guest -> guest.name().equals(NAME + "-5c8f0b52"))
            .findFirst()
            .orElseThrow();
    assertThat(last(told)).isEqualTo(new Ready("" + template.vmid(), scene.sha256()));
    assertThat(template.vmid()).isBetween(200, 299);
    assertThat(template.config())
        .containsEntry("scsi0", "ceph:base-%d-disk-0,size=2G".formatted(template.vmid()))
        .containsEntry("boot", "order=scsi0")
        .containsEntry("tags", "butler-owner-" + UID)
        .hasEntrySatisfying("net0", card -> assertThat(card).endsWith(",bridge=vmbr0"));
  }

  @Test
  void theTaskThatRunsIsTold() {
    assertThat(bring(scene.order(null)))
        .filteredOn(state -> state instanceof Underway(_, _, _, var task) && task != null)
        .map(state -> String.valueOf(((Underway) state).task()).split(":", -1)[5])
        .contains("download", "qmcreate", "qmtemplate");
  }

  @Test
  void theFileIsGoneOnceTheTemplateIsThere() {
    bring(scene.order(null));

    assertThat(scene.things()).noneMatch(thing -> thing.contains("import/"));
  }

  @Test
  void whatProxmoxCannotBringIsToldAllAtOnce() {
    var order =
        new ImageOrder(
            URI.create("ftp://example.com/x.iso"),
            "iso",
            "00",
            Architecture.ARM64,
            TransferMode.PROXY);
    try (var driver = open()) {
      assertThat(images(driver).validate(order))
          .hasSize(5)
          .allMatch(Fault.Invalid.class::isInstance);
      assertThat(images(driver).ensure(ID, order, Memo.NONE)).isInstanceOf(Unclear.class);
    }
    assertThat(scene.names()).isEmpty();
  }

  @Test
  void privilegesAndStoragesThatAreMissingAreNamedBefore() {
    var held = new HashSet<>(ProxmoxStandIn.ALL_PRIVILEGES);
    held.remove("Sys.AccessNetwork");
    proxmox().privileges(held);
    try (var driver = open()) {
      assertThat(images(driver).validate(scene.order(null)))
          .singleElement()
          .isInstanceOfSatisfying(
              Fault.Forbidden.class,
              fault -> assertThat(fault.detail()).isEqualTo("it lacks Sys.AccessNetwork"));
    }
    proxmox().privileges(ProxmoxStandIn.ALL_PRIVILEGES);
    proxmox().withoutImports();
    try (var driver = open()) {
      assertThat(images(driver).validate(scene.order(null)))
          .singleElement()
          .isInstanceOfSatisfying(
              Fault.NotFound.class,
              fault -> assertThat(fault.sentence()).contains("import", "pve1, pve2"));
    }
  }

  @Test
  void nothingIsWaitedForOnANodeThatLeftTheCluster() {
    proxmox().expel("pve2");
    var memo = new Memo("vm 205 on pve2 by UPID:pve2:000003E8:00000000:00000000:qmcreate:205:x:");
    try (var driver = open()) {
      assertThat(images(driver).observe(ID, memo)).isEqualTo(new Absent());
      assertThat(images(driver).remove(ID, memo)).isEqualTo(new Absent());
    }
  }

  @Test
  void aFileOnANodeThatIsOffIsNotForgotten() {
    proxmox().lose("pve2");
    try (var driver = open()) {
      assertThat(images(driver).remove(ID, new Memo("vm 205 on pve2")))
          .isInstanceOfSatisfying(
              Unclear.class,
              unclear -> assertThat(unclear.fault()).isInstanceOf(Fault.Unavailable.class));
    }
  }

  @Test
  void aFileOnAStorageThatIsAwayIsNotForgotten() {
    proxmox().away("local", true);
    try (var driver = open()) {
      assertThat(images(driver).remove(ID, new Memo("vm 205 on pve2")))
          .isInstanceOfSatisfying(
              Unclear.class,
              unclear ->
                  assertThat(unclear.fault())
                      .isInstanceOf(Fault.Unavailable.class)
                      .extracting(Fault::detail)
                      .asString()
                      .contains("local"));
      proxmox().away("local", false);
      assertThat(images(driver).remove(ID, new Memo("vm 205 on pve2"))).isEqualTo(new Absent());
    }
  }

  @Test
  void aTemplateSomebodyMadeOfOursIsNotOurs() {
    bring(scene.order(null));
    var ours =
        proxmox().templates().stream()
            .filter(guest -> guest.name().startsWith(NAME))
            .findFirst()
            .orElseThrow();
    proxmox().template(170, "pve2", "my-copy", 2);
    proxmox().tag(170, ours.config().getOrDefault("tags", ""));
    var memo = Memo.NONE;
    try (var driver = open()) {
      ImageState state = new Unclear(new Fault.Unavailable("", ""));
      for (var i = 0; i < 30 && !(state instanceof Absent); i++) {
        state = images(driver).remove(ID, memo);
        memo = state instanceof Underway(_, _, var noted, _) ? noted : memo;
        scene.time().advance(Duration.ofSeconds(10));
      }
    }
    assertThat(scene.names()).containsExactly("my-copy");
  }
}
