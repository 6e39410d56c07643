package dev.butlerlabs.butler.providers.proxmox.machines;

import dev.butlerlabs.butler.api.infra.NetworkSettings;
import dev.butlerlabs.butler.api.infra.ProxmoxSettings;
import dev.butlerlabs.butler.providers.proxmox.Bridge;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An order in Proxmox's words. Pure.
 *
 * <p>All of it is set by one call which also sets the owner's tag, so the tag says that the rest is
 * there too.
 */
final class MachineConfig {

  /** Where the CD with user data is attached. */
  static final String DISC_DRIVE = "ide3";

  /** Where Proxmox makes its own CD with a static address. */
  private static final String CLOUD_INIT_DRIVE = "ide2";

  private static final int SCSI_DISKS = 31;

  private MachineConfig() {}

  /** User data or network data of its own goes onto a CD made by us. */
  static boolean needsDisc(MachineOrder order) {
    return order.boot().userData() != null || order.boot().networkData() != null;
  }

  /** What that CD holds. */
  static Map<String, String> discFiles(MachineId id, MachineOrder order) {
    var files = new LinkedHashMap<String, String>();
    files.put("meta-data", "instance-id: " + id.uid() + "\nlocal-hostname: " + id.name() + "\n");
    var user = order.boot().userData();
    files.put("user-data", user == null ? "" : user.reveal());
    var network = order.boot().networkData();
    if (network != null) {
      files.put("network-config", network.reveal());
    } else if (order.addressing() instanceof Addressing.Static fixed) {
      files.put("network-config", networkConfig(fixed));
    }
    return files;
  }

  /** Version 2 of cloud-init's network configuration; JSON is YAML too. */
  private static String networkConfig(Addressing.Static fixed) {
    return """
        version: 2
        ethernets:
          first:
            match: {name: "e*"}
            addresses: ["%s"]
            routes: [{to: "0.0.0.0/0", via: "%s"}]
            nameservers: {addresses: [%s]}
        """
        .formatted(
            fixed.address(),
            fixed.gateway(),
            fixed.dnsServers().stream()
                .map(server -> '"' + server + '"')
                .collect(Collectors.joining(", ")));
  }

  /** The fields to set on a fresh clone. */
  static Map<String, String> fields(
      MachineId id,
      MachineOrder order,
      GuestConfig clone,
      ProxmoxSettings settings,
      @Nullable NetworkSettings network,
      @Nullable String disc) {
    var fields = new TreeMap<String, String>();
    fields.put("name", id.name());
    fields.put("description", Marks.description(id, order));
    fields.put("tags", Marks.tags(id, order));
    fields.put("sockets", "1");
    fields.put("cores", Integer.toString(order.hardware().cpu()));
    fields.put("cpu", "host");
    fields.put("memory", Integer.toString(order.hardware().memoryMB()));
    // Without this the host may take memory back, and the machine has less than was asked.
    fields.put("balloon", "0");
    fields.put("agent", "enabled=1");
    fields.put("onboot", "1");
    card(clone, settings, network).ifPresent(card -> fields.put("net0", card));
    addDisks(fields, order, clone, settings);
    addAddress(fields, order, clone, settings, disc);
    return fields;
  }

  /** The first card, where the ProviderConfig says anything about it; else the template's stays. */
  private static Optional<String> card(
      GuestConfig clone, ProxmoxSettings settings, @Nullable NetworkSettings network) {
    var named = Bridge.of(settings, network);
    if (named.isEmpty() && settings.vlan() == null) {
      return Optional.empty();
    }
    return named
        .or(clone::bridge)
        .map(bridge -> "virtio,bridge=" + bridge)
        .map(card -> settings.vlan() == null ? card : card + ",tag=" + settings.vlan());
  }

  /** A VLAN is one of a bridge, so there must be a bridge. */
  static boolean lacksBridge(
      GuestConfig template, ProxmoxSettings settings, @Nullable NetworkSettings network) {
    return settings.vlan() != null && Bridge.of(settings, network).or(template::bridge).isEmpty();
  }

  private static void addDisks(
      Map<String, String> fields, MachineOrder order, GuestConfig clone, ProxmoxSettings settings) {
    var free =
        IntStream.range(1, SCSI_DISKS)
            .mapToObj(i -> "scsi" + i)
            .filter(name -> clone.field(name).isEmpty())
            .iterator();
    for (var disk : order.hardware().extraDisks()) {
      var storage = disk.storageClass() == null ? settings.storage() : disk.storageClass();
      fields.put(free.next(), storage + ":" + disk.sizeGB());
    }
  }

  private static void addAddress(
      Map<String, String> fields,
      MachineOrder order,
      GuestConfig clone,
      ProxmoxSettings settings,
      @Nullable String disc) {
    if (disc != null) {
      fields.put(DISC_DRIVE, disc + ",media=cdrom");
      // Two CDs with the same label would be a matter of luck.
      var others = cloudInitDrives(clone);
      if (!others.isEmpty()) {
        fields.put("delete", String.join(",", others));
      }
    }
    if (order.addressing() instanceof Addressing.Static fixed) {
      // Beside a CD of ours nobody reads it; it notes which address the machine was given.
      fields.put("ipconfig0", "ip=" + fixed.address() + ",gw=" + fixed.gateway());
      if (disc == null && cloudInitDrives(clone).isEmpty()) {
        fields.put(CLOUD_INIT_DRIVE, settings.storage() + ":cloudinit");
      }
      if (disc == null && !fixed.dnsServers().isEmpty()) {
        fields.put("nameserver", String.join(" ", fixed.dnsServers()));
      }
    }
  }

  private static List<String> cloudInitDrives(GuestConfig clone) {
    return new TreeMap<>(clone.fields())
        .entrySet().stream()
            .filter(field -> field.getValue().contains("cloudinit"))
            .map(Map.Entry::getKey)
            .filter(name -> !name.equals(DISC_DRIVE))
            .toList();
  }
}
