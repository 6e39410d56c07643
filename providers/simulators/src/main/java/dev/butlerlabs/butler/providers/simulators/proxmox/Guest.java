package dev.butlerlabs.butler.providers.simulators.proxmox;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** One virtual machine of the stand-in. */
final class Guest {

  /** How far lists are behind: the nodes tell names and states to each other this often. */
  static final Duration LIST_LAG = Duration.ofSeconds(10);

  /** From power on until the guest agent answers. */
  private static final Duration BOOT = Duration.ofSeconds(20);

  final int vmid;
  private String node;
  private final Map<String, String> config = new TreeMap<>();
  private boolean running;
  private boolean mute;
  private Instant poweredAt = Instant.EPOCH;
  private Instant listedFrom;
  private String userData = "";

  Guest(int vmid, String node, Instant made) {
    this.vmid = vmid;
    this.node = node;
    this.listedFrom = made.plus(LIST_LAG);
  }

  Map<String, String> config() {
    return config;
  }

  String node() {
    return node;
  }

  void moveTo(String other) {
    node = other;
  }

  boolean running() {
    return running;
  }

  void power(boolean on, Instant now) {
    running = on;
    poweredAt = now;
  }

  /** Whole seconds since it was switched on. */
  long uptime(Instant now) {
    return running ? Duration.between(poweredAt, now).toSeconds() : 0;
  }

  /** No guest agent is installed in it, nor in what is cloned of it. */
  void mute() {
    mute = true;
  }

  boolean silent() {
    return mute;
  }

  /** What stood on its CD when it started. */
  String userData() {
    return userData;
  }

  void readDisc(String content) {
    userData = content;
  }

  void named(Instant now) {
    listedFrom = now.plus(LIST_LAG);
  }

  /** Old enough for lists to know it. */
  void longKnown() {
    listedFrom = Instant.EPOCH;
  }

  boolean template() {
    return "1".equals(config.get("template"));
  }

  void requireUnlocked() {
    var lock = config.get("lock");
    if (lock != null) {
      throw Refused.because("VM is locked (" + lock + ")");
    }
  }

  Map<String, Object> row(Instant now) {
    var row = new LinkedHashMap<String, Object>();
    row.put("id", "qemu/" + vmid);
    row.put("type", "qemu");
    row.put("vmid", vmid);
    row.put("node", node);
    var known = !now.isBefore(listedFrom);
    row.put("status", known ? (running ? "running" : "stopped") : "unknown");
    if (known && config.containsKey("name")) {
      row.put("name", config.get("name"));
    }
    row.put("template", template() ? 1 : 0);
    if (config.containsKey("tags")) {
      row.put("tags", config.get("tags"));
    }
    if (config.containsKey("lock")) {
      row.put("lock", config.get("lock"));
    }
    return row;
  }

  /** What the guest agent says of the network cards. */
  Map<String, Object> agent(Instant now) {
    if (!running) {
      throw Refused.because("VM " + vmid + " is not running");
    }
    if (!config.getOrDefault("agent", "0").matches("(enabled=)?1(,.*)?")) {
      throw Refused.because("No QEMU guest agent configured");
    }
    if (mute || now.isBefore(poweredAt.plus(BOOT))) {
      throw Refused.because("QEMU guest agent is not running");
    }
    return Map.of(
        "result",
        List.of(
            card("lo", "00:00:00:00:00:00", "127.0.0.1"),
            card("eth0", mac().toLowerCase(Locale.ROOT), address()),
            card("cni0", "0a:58:0a:f4:00:01", "10.244.0.1")));
  }

  private static Map<String, Object> card(String name, String mac, String address) {
    var card = new LinkedHashMap<String, Object>();
    card.put("name", name);
    card.put("hardware-address", mac);
    card.put(
        "ip-addresses",
        List.of(
            Map.of("ip-address", address, "ip-address-type", "ipv4", "prefix", 16),
            Map.of("ip-address", "fe80::1", "ip-address-type", "ipv6", "prefix", 64)));
    return card;
  }

  /** The address in its configuration, or one of the network it is on. */
  private String address() {
    var fixed = config.getOrDefault("ipconfig0", "");
    return fixed.startsWith("ip=") && !fixed.startsWith("ip=dhcp")
        ? fixed.substring(3, fixed.indexOf('/'))
        : "10.20.%d.%d".formatted(vmid / 250 % 250, 1 + vmid % 250);
  }

  private String mac() {
    var net = config.getOrDefault("net0", "");
    var at = net.indexOf("virtio=");
    return at < 0 ? "" : net.substring(at + 7, at + 24);
  }

  static String newMac(int vmid) {
    return "BC:24:11:%02X:%02X:%02X".formatted(vmid >> 16 & 255, vmid >> 8 & 255, vmid & 255);
  }
}
