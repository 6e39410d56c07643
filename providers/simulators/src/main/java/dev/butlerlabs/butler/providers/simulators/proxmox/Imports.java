package dev.butlerlabs.butler.providers.simulators.proxmox;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Files that a node fetches, guests that are made of them, and templates that guests become. */
final class Imports {

  private static final Duration DOWNLOAD = Duration.ofSeconds(40);
  private static final Duration CREATE = Duration.ofSeconds(30);
  private static final Duration CONVERT = Duration.ofSeconds(5);
  private static final Pattern FILE = Pattern.compile("[-_.+a-zA-Z0-9]+\\.(ova|qcow2|raw|vmdk)");
  private static final Pattern SOURCE = Pattern.compile("import-from=([^,]+)");

  private final Cluster cluster;
  private final Drives drives;
  private final Map<String, Source> sources = new HashMap<>();

  Imports(Cluster cluster, Drives drives) {
    this.cluster = cluster;
    this.drives = drives;
  }

  /** A file that nodes can reach. */
  private record Source(int sizeGB, String sha256) {}

  void source(String url, int sizeGB, String sha256) {
    sources.put(url, new Source(sizeGB, sha256));
  }

  String download(String node, String storage, Map<String, String> fields, String user) {
    requireTogether(fields, "checksum", "checksum-algorithm");
    requireTogether(fields, "checksum-algorithm", "checksum");
    var content = fields.getOrDefault("content", "");
    if (!cluster.volumes.require(storage).content().contains(content)) {
      throw Refused.because(
          "storage '%s' is not configured for content-type '%s'".formatted(storage, content));
    }
    var file = fields.getOrDefault("filename", "");
    if (content.equals("import") && !FILE.matcher(file).matches()) {
      throw wrong("filename", "invalid filename or wrong extension");
    }
    // What lies there already is looked at when the task begins.
    var there = cluster.volumes.has(storage + ":" + content + "/" + file);
    return cluster.tasks.begin(
        node,
        "download",
        file,
        user,
        DOWNLOAD,
        () -> {
          if (there) {
            throw Refused.because("refusing to override existing file '" + file + "'");
          }
          var source = fetch(fields);
          cluster.volumes.put(storage, content + "/" + file, 0, source.sizeGB(), new byte[0]);
          cluster.volumes.lies(storage + ":" + content + "/" + file, node);
        });
  }

  private static void requireTogether(Map<String, String> fields, String one, String other) {
    if (fields.containsKey(one) && !fields.containsKey(other)) {
      throw wrong(one, "missing property - '" + other + "' requires this property");
    }
  }

  private static Refused wrong(String field, String why) {
    return new Refused(400, "Parameter verification failed.", Map.of(field, why));
  }

  private Source fetch(Map<String, String> fields) {
    var source = sources.get(fields.getOrDefault("url", ""));
    if (source == null) {
      throw Refused.because(
          "download failed: command '/usr/bin/wget --progress=dot:giga' failed: exit code 8");
    }
    var expected = fields.get("checksum");
    if (expected != null && !expected.equalsIgnoreCase(source.sha256())) {
      throw Refused.because(
          "checksum mismatch: got '%s' != expect '%s'".formatted(source.sha256(), expected));
    }
    return source;
  }

  /** A guest out of nothing. Its configuration is locked and empty until its disks are there. */
  String create(String node, Map<String, String> fields, String user) {
    var vmid = Integer.parseInt(fields.getOrDefault("vmid", "0"));
    var taken = cluster.guests.get(vmid);
    if (taken != null) {
      throw Refused.because(
          "unable to create VM %d - VM %d already exists on node '%s'\n"
              .formatted(vmid, vmid, taken.node()));
    }
    fields.forEach(Imports::requireImportable);
    var guest = new Guest(vmid, node, cluster.now());
    guest.config().put("lock", "create");
    cluster.guests.put(vmid, guest);
    return cluster.tasks.begin(
        node,
        "qmcreate",
        Integer.toString(vmid),
        user,
        CREATE,
        () -> {
          try {
            var wanted = new TreeMap<>(fields);
            wanted.remove("vmid");
            fields.values().forEach(value -> requireThere(node, value));
            drives.configure(guest, wanted);
            guest.config().remove("lock");
            guest.named(cluster.now());
          } catch (Refused refused) {
            cluster.guests.remove(vmid);
            cluster.volumes.freeAllOf(vmid);
            throw Refused.because("unable to create VM " + vmid + " - " + refused.getMessage());
          }
        });
  }

  private static void requireImportable(String field, String value) {
    var source = SOURCE.matcher(value);
    if (source.find() && !source.group(1).matches("[^:]+:(import/.+|vm-.+|base-.+)")) {
      throw wrong(
          field,
          source.group(1).startsWith("/")
              ? "Only root can pass arbitrary filesystem paths."
              : source.group(1) + " has wrong type 'iso' - needs to be 'images' or 'import'");
    }
  }

  /** A storage that is not shared shows its files on one node only. */
  private void requireThere(String node, String value) {
    var source = SOURCE.matcher(value);
    if (source.find() && !cluster.volumes.liesOn(source.group(1), node)) {
      throw Refused.because("volume '" + source.group(1) + "' does not exist");
    }
  }

  /** The flag is set at once; its disks become those of a template a little later. */
  String template(Guest guest, String user) {
    guest.requireUnlocked();
    if (guest.template()) {
      throw Refused.because("you can't convert a template to a template\n");
    }
    if (guest.running()) {
      throw Refused.because("you can't convert a VM to template if VM is running\n");
    }
    guest.config().put("template", "1");
    return cluster.tasks.begin(
        guest.node(),
        "qmtemplate",
        Integer.toString(guest.vmid),
        user,
        CONVERT,
        () -> drives.freeze(guest));
  }
}
