package dev.butlerlabs.butler.providers.contracttests.proxmox;

import dev.butlerlabs.butler.providers.contracttests.Accounts;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.proxmox.machines.ProxmoxProvider;
import dev.butlerlabs.butler.providers.simulators.proxmox.ProxmoxStandIn;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Proxmox cluster of two nodes with a template. */
public final class ProxmoxStage implements Stage {

  public static final String TOKEN = "butler@pve!ci";
  private static final String SECRET = "canary-secret-of-the-token";
  private static final Pattern SIZE = Pattern.compile("size=(\\d+)G");

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final ProxmoxStandIn proxmox =
      ProxmoxStandIn.start(time, MischiefMaker.none(), Instant.now());

  public ProxmoxStage() {
    proxmox.token(TOKEN, SECRET);
    proxmox.template(9000, "pve1", "talos", 10);
    proxmox.storage("fast", 1000);
    for (var node : List.of("pve1", "pve2")) {
      proxmox.bridge(node, "vmbr1");
      proxmox.bridge(node, "vmbr7");
    }
  }

  public ProxmoxStandIn proxmox() {
    return proxmox;
  }

  @Override
  public SteppedTimeline time() {
    return time;
  }

  @Override
  public Provider provider() {
    return new ProxmoxProvider(time, null, Duration.ofSeconds(10));
  }

  @Override
  public Account account() {
    return account(Map.of("token", TOKEN, "tokenSecret", SECRET));
  }

  public Account account(Map<String, String> secret) {
    return account(Map.of(), secret);
  }

  /** The account that works, with these settings beside. */
  public Account accountWith(Map<String, Object> more) {
    return account(more, Map.of("token", TOKEN, "tokenSecret", SECRET));
  }

  private Account account(Map<String, Object> more, Map<String, String> secret) {
    var settings = new HashMap<String, Object>();
    settings.put("endpoint", proxmox.uri().toString());
    settings.put("nodes", List.of("pve1", "pve2"));
    settings.put("storage", "ceph");
    settings.put("templateID", 9000);
    settings.put("vmidRange", Map.of("start", 200, "end", 299));
    settings.putAll(more);
    return Accounts.of("proxmox", settings, secret, proxmox.authorityPem());
  }

  @Override
  public Account rotate() {
    proxmox.revoke(TOKEN);
    proxmox.token("butler@pve!next", "canary-next-secret");
    return account(
        Map.of("tokenId", "butler@pve!next", "PROXMOX_TOKEN_SECRET", "canary-next-secret"));
  }

  @Override
  public void forbid() {
    var held = new HashSet<>(ProxmoxStandIn.ALL_PRIVILEGES);
    held.remove("VM.Clone");
    proxmox.privileges(held);
  }

  @Override
  public String image() {
    return "talos";
  }

  @Override
  public String storageClass() {
    return "fast";
  }

  @Override
  public void room(boolean there) {
    proxmox.storage("ceph", there ? 4000 : 12);
  }

  @Override
  public void foreign(String name) {
    proxmox.foreign(150, "pve2", name);
  }

  @Override
  public void make(MischiefMaker mischief) {
    proxmox.make(mischief);
  }

  @Override
  public List<String> calls() {
    return proxmox.calls();
  }

  @Override
  public List<OnPlatform> machines() {
    return proxmox.machines().stream()
        .map(
            seen ->
                new OnPlatform(
                    seen.name(),
                    number(seen, "cores") * number(seen, "sockets"),
                    number(seen, "memory"),
                    disks(seen),
                    seen.running(),
                    seen.config().getOrDefault("tags", ""),
                    seen.config()))
        .toList();
  }

  private static int number(ProxmoxStandIn.Seen seen, String field) {
    return Integer.parseInt(seen.config().getOrDefault(field, "0"));
  }

  private static List<Integer> disks(ProxmoxStandIn.Seen seen) {
    return seen.config().entrySet().stream()
        .filter(field -> field.getKey().matches("scsi\\d+"))
        .map(field -> SIZE.matcher(field.getValue()))
        .filter(Matcher::find)
        .map(size -> Integer.parseInt(size.group(1)))
        .toList();
  }

  @Override
  public Set<String> things() {
    return proxmox.volumes();
  }

  @Override
  public void powerOff(String name) {
    proxmox.powerOff(vmid(name));
  }

  @Override
  public void vanish(String name) {
    proxmox.vanish(vmid(name));
  }

  @Override
  public String userDataRead(String name) {
    return proxmox.userDataRead(vmid(name));
  }

  public int vmid(String name) {
    return proxmox.machines().stream()
        .filter(seen -> seen.name().equals(name))
        .findFirst()
        .orElseThrow()
        .vmid();
  }

  @Override
  public void close() {
    proxmox.close();
  }
}
