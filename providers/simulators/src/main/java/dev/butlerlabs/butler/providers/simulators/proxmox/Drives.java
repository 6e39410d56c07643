package dev.butlerlabs.butler.providers.simulators.proxmox;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What happens to disks and CDs when a configuration is set. */
final class Drives {

  private static final Pattern DRIVE = Pattern.compile("(scsi|virtio|sata|ide)\\d+");
  private static final Pattern NEW_DISK = Pattern.compile("([a-z0-9-]+):(\\d+)(,.*)?");
  private static final Pattern COPY = Pattern.compile("([a-z0-9-]+):0,import-from=([^,]+)");

  private final Volumes volumes;

  Drives(Volumes volumes) {
    this.volumes = volumes;
  }

  /** Its disks, without its CDs. */
  static List<String> of(Guest guest) {
    return guest.config().keySet().stream()
        .filter(name -> DRIVE.matcher(name).matches())
        .filter(name -> !guest.config().getOrDefault(name, "").contains("media=cdrom"))
        .toList();
  }

  /** In GiB. */
  static int size(String drive) {
    var match = Pattern.compile("size=(\\d+)G").matcher(drive);
    return match.find() ? Integer.parseInt(match.group(1)) : 0;
  }

  /** All or nothing: disks that were made are taken back when a later one cannot be. */
  void configure(Guest guest, Map<String, String> fields) {
    var made = new TreeSet<String>();
    var config = new TreeMap<>(guest.config());
    try {
      fields.forEach((name, value) -> config.put(name, stored(guest, name, value, made)));
    } catch (Refused refused) {
      made.forEach(volumes::free);
      throw refused;
    }
    config.remove("delete");
    for (var gone : fields.getOrDefault("delete", "").split("[,; ]", -1)) {
      var value = config.remove(gone);
      if (value != null && value.contains("cloudinit")) {
        volumes.free(value.replaceAll(",.*", ""));
      }
    }
    guest.config().clear();
    guest.config().putAll(config);
  }

  private String stored(Guest guest, String name, String value, Set<String> made) {
    if (name.startsWith("net") && !value.contains("=BC:")) {
      return value.replaceFirst("virtio", "virtio=" + Guest.newMac(guest.vmid));
    }
    if (!DRIVE.matcher(name).matches() || value.startsWith("none,")) {
      return value;
    }
    var copy = COPY.matcher(value);
    if (copy.matches()) {
      var size = volumes.sizeGB(copy.group(2));
      var volume = volumes.allocate(copy.group(1), guest.vmid, size);
      made.add(volume);
      return volume + ",size=" + size + "G";
    }
    var disk = NEW_DISK.matcher(value);
    if (disk.matches()) {
      var size = Integer.parseInt(disk.group(2));
      var volume = volumes.allocate(disk.group(1), guest.vmid, size);
      made.add(volume);
      return volume + ",size=" + size + "G";
    }
    if (value.endsWith(":cloudinit")) {
      var storage = value.substring(0, value.indexOf(':'));
      var volume =
          volumes.put(storage, "vm-" + guest.vmid + "-cloudinit", guest.vmid, 0, new byte[0]);
      made.add(volume);
      return volume + ",media=cdrom";
    }
    var volume = value.replaceAll(",.*", "");
    if (!volumes.has(volume)) {
      throw Refused.because("volume '" + volume + "' does not exist");
    }
    return value;
  }

  /** Disks of a template are called after it, and change no more. */
  void freeze(Guest guest) {
    for (var drive : of(guest)) {
      var value = guest.config().getOrDefault(drive, "");
      var volume = value.replaceAll(",.*", "");
      var base = volumes.rename(volume, volume.replace(":vm-", ":base-"));
      guest.config().put(drive, value.replace(volume, base));
    }
  }

  /** What growing a disk does once its time has come. */
  Tasks.Work growth(Guest guest, Map<String, String> fields) {
    var drive = fields.getOrDefault("disk", "");
    var value = guest.config().get(drive);
    if (value == null) {
      throw Refused.because("disk '" + drive + "' does not exist");
    }
    var wanted = Integer.parseInt(fields.getOrDefault("size", "0").replaceAll("[^0-9]", ""));
    if (wanted < size(value)) {
      throw Refused.because("shrinking disks is not supported");
    }
    return () -> {
      volumes.grow(value.replaceAll(",.*", ""), wanted);
      guest.config().put(drive, value.replaceAll("size=\\d+G", "size=" + wanted + "G"));
    };
  }
}
