package dev.butlerlabs.butler.providers.simulators.proxmox;

import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.simulators.wire.StandIn;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A Proxmox cluster that anybody can talk to over HTTPS, and what a test may do to it behind the
 * API's back.
 */
public final class ProxmoxStandIn implements AutoCloseable {

  /** Everything an account can hold that the stand-in asks for. */
  public static final Set<String> ALL_PRIVILEGES =
      Set.of(
          "VM.Allocate",
          "VM.Audit",
          "VM.Clone",
          "VM.Config.CDROM",
          "VM.Config.CPU",
          "VM.Config.Cloudinit",
          "VM.Config.Disk",
          "VM.Config.HWType",
          "VM.Config.Memory",
          "VM.Config.Network",
          "VM.Config.Options",
          "VM.Monitor",
          "VM.PowerMgmt",
          "Datastore.Allocate",
          "Datastore.AllocateSpace",
          "Datastore.AllocateTemplate",
          "Datastore.Audit",
          "SDN.Use",
          "Sys.AccessNetwork",
          "Sys.Audit");

  private final Cluster cluster;
  private final Access access = new Access();
  private final StandIn server;

  private ProxmoxStandIn(InstantSource clock, MischiefMaker mischief, Instant now) {
    this.cluster = new Cluster(clock, Map.of("pve1", 256L, "pve2", 256L));
    cluster.volumes.add(new Volumes.Storage("ceph", Set.of("images"), true, 4000));
    cluster.volumes.add(
        new Volumes.Storage("local", Set.of("import", "iso", "vztmpl"), false, 100));
    access.privileges(ALL_PRIVILEGES);
    this.server = StandIn.start(new Api(cluster, access)::handle, mischief, now);
  }

  /**
   * Two nodes, a shared storage for disks called ceph, and on each one for ISO images and for files
   * to import called local.
   *
   * @param clock what tasks and guests go by
   * @param now the machine's own time, for the certificate
   */
  public static ProxmoxStandIn start(InstantSource clock, MischiefMaker mischief, Instant now) {
    return new ProxmoxStandIn(clock, mischief, now);
  }

  public URI uri() {
    return server.uri();
  }

  public String authorityPem() {
    return server.authorityPem();
  }

  /** Calls since the last change of mischief. */
  public List<String> calls() {
    return server.calls();
  }

  public void make(MischiefMaker mischief) {
    server.make(mischief);
  }

  /** From now on every call waits so long before it is begun. */
  public void slow(Duration pause) {
    server.slow(pause);
  }

  /** The most calls that there ever were at once. */
  public int most() {
    return server.most();
  }

  /** A node has so much memory, with what its machines use. */
  public void memory(String node, long gib) {
    locked(() -> cluster.memory(node, gib));
  }

  /** A node has this bridge too; all have vmbr0. */
  public void bridge(String node, String name) {
    locked(() -> cluster.bridges.add(node, name));
  }

  public void token(String id, String secret) {
    locked(() -> access.token(id, secret));
  }

  public void revoke(String id) {
    locked(() -> access.revoke(id));
  }

  public void user(String name, String password) {
    locked(() -> access.user(name, password));
  }

  public void privileges(Set<String> held) {
    locked(() -> access.privileges(held));
  }

  public void storage(String name, int capacityGB) {
    locked(
        () -> cluster.volumes.add(new Volumes.Storage(name, Set.of("images"), true, capacityGB)));
  }

  /** No node can reach the storage of this name, or all can again. */
  public void away(String name, boolean gone) {
    locked(() -> cluster.volumes.away(name, gone));
  }

  /** From now on no storage takes files to import. */
  public void withoutImports() {
    locked(
        () ->
            cluster.volumes.add(new Volumes.Storage("local", Set.of("iso", "vztmpl"), false, 100)));
  }

  /** A file that nodes can reach. */
  public void source(String url, int sizeGB, String sha256) {
    locked(() -> cluster.imports.source(url, sizeGB, sha256));
  }

  /** A template with one disk on ceph. */
  public void template(int vmid, String node, String name, int diskGB) {
    locked(
        () -> {
          var guest = made(vmid, node, name, diskGB);
          guest.config().put("template", "1");
        });
  }

  /** Somebody takes its first card out. */
  public void cardless(int vmid) {
    locked(() -> require(vmid).config().remove("net0"));
  }

  /** Its image holds no guest agent. */
  public void agentless(int vmid) {
    locked(() -> require(vmid).mute());
  }

  /** A machine somebody else made. */
  public void foreign(int vmid, String node, String name) {
    locked(
        () -> {
          var guest = made(vmid, node, name, 10);
          guest.power(true, Instant.EPOCH);
        });
  }

  private Guest made(int vmid, String node, String name, int diskGB) {
    var guest = new Guest(vmid, node, Instant.EPOCH);
    guest.longKnown();
    guest.config().put("name", name);
    guest.config().put("boot", "order=scsi0");
    guest.config().put("net0", "virtio=" + Guest.newMac(vmid) + ",bridge=vmbr0");
    guest
        .config()
        .put("scsi0", cluster.volumes.allocate("ceph", vmid, diskGB) + ",size=" + diskGB + "G");
    cluster.guests.put(vmid, guest);
    return guest;
  }

  public void powerOff(int vmid) {
    locked(() -> require(vmid).power(false, Instant.EPOCH));
  }

  /** Somebody sets these tags by hand. */
  public void tag(int vmid, String tags) {
    locked(() -> require(vmid).config().put("tags", tags));
  }

  public void migrate(int vmid, String node) {
    locked(() -> require(vmid).moveTo(node));
  }

  /** Its fellows do not reach this node any more. */
  public void lose(String node) {
    locked(() -> cluster.lose(node));
  }

  /** This node is taken out of the cluster. */
  public void expel(String node) {
    locked(() -> cluster.expel(node));
  }

  /** Removed by hand, with its disks. */
  public void vanish(int vmid) {
    locked(
        () -> {
          cluster.guests.remove(vmid);
          cluster.volumes.freeAllOf(vmid);
        });
  }

  /** A guest as it really is, whatever lists say. */
  public record Seen(int vmid, String node, boolean running, Map<String, String> config) {
    public Seen {
      config = Map.copyOf(config);
    }

    public String name() {
      return config.getOrDefault("name", "");
    }
  }

  /** All guests that are no templates. */
  public List<Seen> machines() {
    return guests(false);
  }

  public List<Seen> templates() {
    return guests(true);
  }

  private List<Seen> guests(boolean templates) {
    synchronized (cluster) {
      cluster.tasks.settle();
      return cluster.guests.values().stream()
          .filter(guest -> guest.template() == templates)
          .map(
              guest ->
                  new Seen(
                      guest.vmid, guest.node(), guest.running(), new TreeMap<>(guest.config())))
          .toList();
    }
  }

  /** All volumes, of disks and of CDs. */
  public Set<String> volumes() {
    synchronized (cluster) {
      cluster.tasks.settle();
      return cluster.volumes.all();
    }
  }

  /** Whatever stood on the CD that the guest had in its drive when it started. */
  public String userDataRead(int vmid) {
    synchronized (cluster) {
      return cluster.find(vmid).map(Guest::userData).orElse("");
    }
  }

  private Guest require(int vmid) {
    return cluster
        .find(vmid)
        .orElseThrow(() -> new IllegalArgumentException("there is no vm " + vmid));
  }

  private void locked(Runnable change) {
    synchronized (cluster) {
      change.run();
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
