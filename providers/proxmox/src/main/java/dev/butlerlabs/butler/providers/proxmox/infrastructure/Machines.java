package dev.butlerlabs.butler.providers.proxmox.infrastructure;

import dev.butlerlabs.butler.api.clusters.InfrastructureOverride;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.api.infra.ProxmoxSettings;
import dev.butlerlabs.butler.providers.proxmox.Bridge;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Firsts;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The machines of one pool, as a ProxmoxMachineTemplate says them. */
final class Machines {

  /** What CAPMOX accepts, below which its schema refuses. */
  private static final long SMALLEST_DISK_GB = 5;

  /** Proxmox takes memory in steps of 8 MiB. */
  private static final long MEMORY_STEP = 8;

  private static final Pattern ID = Pattern.compile("\\d{1,9}");
  private static final Pattern TAG = Pattern.compile("(?i)[a-z0-9_][a-z0-9_\\-+.]*");

  private Machines() {}

  static Fields of(
      Pool pool,
      WorkerOrder order,
      ProxmoxSettings settings,
      InfrastructureOverride.@Nullable Proxmox override,
      Problems problems) {
    var size = pool.size();
    var memory = Math.ceilDiv(size.memoryMi(), MEMORY_STEP) * MEMORY_STEP;
    var range = settings.vmidRange();
    var storage = override == null ? null : override.storage();
    var machine =
        Fields.of("numSockets", 1)
            .with("numCores", size.cpu())
            .with("memoryMiB", memory)
            .with("full", true)
            .with("storage", Firsts.text(storage, settings.storage()).orElse(""))
            .with("disks", Fields.of("bootVolume", bootVolume(size.diskGi())))
            .with("network", network(order, settings))
            .with("tags", List.of("butler", order.uniqueName()))
            .with("metadataSettings", Fields.of("providerIDInjection", true))
            .withIf("checks", checks(pool.os()))
            .withIf("vmIDRange", range == null ? null : range(range));
    if (override != null && override.node() != null && !override.node().isBlank()) {
      machine.with("allowedNodes", List.of(override.node()));
    }
    source(pool, settings, override, problems).map().forEach(machine::with);
    return machine;
  }

  private static Fields bootVolume(long diskGi) {
    return Fields.of("disk", "scsi0").with("sizeGb", Math.max(SMALLEST_DISK_GB, diskGi));
  }

  private static Fields range(ProxmoxSettings.VmidRange range) {
    return Fields.of("start", range.start()).with("end", range.end());
  }

  private static Fields network(WorkerOrder order, ProxmoxSettings settings) {
    var ipv6 = order.addressing() instanceof NodeAddressing.FromPools pools && pools.ipv6();
    var device =
        Fields.of("name", "net0")
            .with("model", "virtio")
            .with(ipv6 ? "defaultIPv6" : "defaultIPv4", true)
            .withIf("bridge", Bridge.of(settings, order.platform().network()))
            .withIf("vlan", settings.vlan());
    return Fields.none().withList("networkDevices", List.of(device));
  }

  /** CAPMOX asks cloud-init and the guest agent how it went; not every system has them. */
  private static Fields checks(OsType os) {
    return switch (os) {
      case ROCKY -> Fields.none();
      case FLATCAR, KAIROS -> Fields.of("skipCloudInitStatus", true);
      case TALOS, BOTTLEROCKET ->
          Fields.of("skipCloudInitStatus", true).with("skipQemuGuestAgent", true);
    };
  }

  /** The template to clone: by number, or by the tags it carries. */
  private static Fields source(
      Pool pool,
      ProxmoxSettings settings,
      InfrastructureOverride.@Nullable Proxmox override,
      Problems problems) {
    if (override != null && override.templateID() != null) {
      // Who names a node and a template means a template on that node.
      var node = Firsts.text(override.node(), settings.nodes().getFirst()).orElse("");
      return Fields.of("templateID", override.templateID()).with("sourceNode", node);
    }
    var image = pool.ownImage().orElse("");
    if (ID.matcher(image).matches()) {
      return clone(Integer.parseInt(image), settings);
    }
    if (!image.isEmpty()) {
      return tagged(pool, List.of(image.split(",", -1)), problems);
    }
    if (settings.templateID() != null) {
      return clone(settings.templateID(), settings);
    }
    problems.add(
        "worker pool " + pool.name(),
        "no template is named to clone machines from",
        "set spec.proxmox.templateID of the ProviderConfig, or os.imageRef of the pool to the"
            + " template's ID or tags");
    return Fields.none();
  }

  private static Fields clone(int template, ProxmoxSettings settings) {
    return Fields.of("templateID", template).with("sourceNode", settings.nodes().getFirst());
  }

  private static Fields tagged(Pool pool, List<String> tags, Problems problems) {
    if (!tags.stream().allMatch(tag -> TAG.matcher(tag).matches())) {
      problems.add(
          "os.imageRef of worker pool " + pool.name(),
          "%s is neither a template's ID nor a list of its tags".formatted(String.join(",", tags)),
          "write a number, or tags with commas between");
    }
    return Fields.of("templateSelector", Fields.of("matchTags", tags.stream().distinct().toList()));
  }
}
