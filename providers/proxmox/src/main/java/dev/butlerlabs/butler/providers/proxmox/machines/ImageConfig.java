package dev.butlerlabs.butler.providers.proxmox.machines;

import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.api.infra.NetworkSettings;
import dev.butlerlabs.butler.api.infra.ProxmoxSettings;
import dev.butlerlabs.butler.providers.proxmox.Bridge;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An image in Proxmox's words: a file to fetch, and the template that is made of it. Pure. */
final class ImageConfig {

  private static final Set<String> FORMATS = Set.of("qcow2", "raw");
  private static final Pattern BASE = Pattern.compile("[:/]base-\\d+-");
  private static final Pattern SHA256 = Pattern.compile("(?i)[0-9a-f]{64}");

  /** Where Proxmox's installer attaches machines. */
  private static final String USUAL_BRIDGE = "vmbr0";

  /** The line of a template's description that tells the checksum of its file. */
  private static final String CHECKED = "butler-sha256-";

  private static final int SHORT_UID = 8;
  private static final int SHORT_SUM = 16;

  private ImageConfig() {}

  static List<Fault> problems(ImageOrder order) {
    var faults = new ArrayList<Fault>();
    if (!FORMATS.contains(order.format())) {
      faults.add(
          wrong("spec.format", "templates are made of qcow2 and raw, not of " + order.format()));
    }
    if (order.architecture() != Architecture.AMD64) {
      faults.add(wrong("spec.factoryRef.arch", "Proxmox runs amd64 only"));
    }
    if (order.transfer() == TransferMode.PROXY) {
      faults.add(
          wrong("spec.transferMode", "nodes fetch images by themselves; proxy is not served here"));
    }
    if (order.sha256() != null && !SHA256.matcher(order.sha256()).matches()) {
      faults.add(wrong("the checksum", "it is no SHA-256 in hexadecimal"));
    }
    var scheme = order.source().getScheme();
    if (!"http".equals(scheme) && !"https".equals(scheme)) {
      faults.add(wrong("the source of the image", "nodes fetch over HTTP or HTTPS"));
    }
    return faults;
  }

  private static Fault wrong(String field, String why) {
    return new Fault.Invalid("look at the order of an image", field, why);
  }

  /** A template bears its owner's mark in its name, so that two owners of one name do not meet. */
  static MachineId template(ImageId id) {
    var plain = id.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    var stem = plain.replaceAll("^-|-$", "");
    var mark = id.uid().substring(0, Math.min(id.uid().length(), SHORT_UID));
    return new MachineId(stem.isEmpty() ? "image-" + mark : stem + "-" + mark, id.uid());
  }

  /** Files of this owner begin so; nobody else's do. */
  static String filePrefix(ImageId id) {
    return "butler-" + id.uid();
  }

  /** The file of an order. Another checksum makes another file, so none goes unchecked. */
  static String file(ImageId id, ImageOrder order) {
    var sum = order.sha256() == null ? "" : "-" + order.sha256().substring(0, SHORT_SUM);
    return filePrefix(id) + sum + "." + order.format();
  }

  static Map<String, String> download(ImageId id, ImageOrder order) {
    var fields = new LinkedHashMap<String, String>();
    fields.put("content", ImageApi.IMPORT);
    fields.put("filename", file(id, order));
    fields.put("url", order.source().toString());
    if (order.sha256() != null) {
      fields.put("checksum-algorithm", "sha256");
      fields.put("checksum", order.sha256().toLowerCase(Locale.ROOT));
    }
    return fields;
  }

  /** The guest that becomes a template; machines get their size and address when they are made. */
  static Map<String, String> guest(
      ImageId id,
      ImageOrder order,
      int vmid,
      String volume,
      ProxmoxSettings settings,
      @Nullable NetworkSettings network) {
    var fields = new TreeMap<String, String>();
    fields.put("vmid", Integer.toString(vmid));
    fields.put("name", template(id).name());
    fields.put("description", description(id, order));
    fields.put("tags", Ownership.flatTag(id.uid()));
    fields.put("ostype", "l26");
    fields.put("agent", "enabled=1");
    fields.put("scsihw", "virtio-scsi-pci");
    fields.put("scsi0", settings.storage() + ":0,import-from=" + volume);
    fields.put("boot", "order=scsi0");
    fields.put("net0", card(settings, network));
    return fields;
  }

  private static String description(ImageId id, ImageOrder order) {
    var lines = new ArrayList<String>();
    lines.add("Made by Butler for image " + id.name() + ".");
    lines.add(Ownership.flatTag(id.uid()));
    if (order.sha256() != null) {
      lines.add(CHECKED + order.sha256().toLowerCase(Locale.ROOT));
    }
    return String.join("\n", lines);
  }

  private static String card(ProxmoxSettings settings, @Nullable NetworkSettings network) {
    var bridge = Bridge.of(settings, network).orElse(USUAL_BRIDGE);
    var vlan = settings.vlan() == null ? "" : ",tag=" + settings.vlan();
    return "virtio,bridge=" + bridge + vlan;
  }

  /** The checksum that a node compared before the template was made. */
  static @Nullable String checked(GuestConfig config) {
    return config
        .field("description")
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith(CHECKED))
        .map(line -> line.substring(CHECKED.length()))
        .findFirst()
        .orElse(null);
  }

  /** Its disk is that of a template: no longer on the way there. */
  static boolean finished(GuestConfig config) {
    return isTemplate(config)
        && config.rootDisk().filter(disk -> BASE.matcher(config.field(disk)).find()).isPresent();
  }

  /** The flag is set before the disk is that of a template. */
  static boolean isTemplate(GuestConfig config) {
    return config.field("template").equals("1");
  }
}
