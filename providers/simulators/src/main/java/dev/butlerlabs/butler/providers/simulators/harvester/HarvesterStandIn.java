package dev.butlerlabs.butler.providers.simulators.harvester;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.simulators.wire.StandIn;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One namespace of a Harvester cluster.
 *
 * <p>Objects live in a real API server, which also knows who may do what. Callers reach it through
 * a door that breaks calls. After each write the controllers look at what is stored and take turns,
 * a few seconds of the clock apart, until nothing moves.
 */
public final class HarvesterStandIn implements AutoCloseable {

  /** How far apart the controllers' turns are. */
  private static final Duration TURN = Duration.ofSeconds(3);

  private static final Set<String> CLASSES = Set.of("harvester-longhorn", "fast");

  private final Timeline time;
  private final Store store;
  private final Sight sight;
  private final VirtualMachines machines;
  private final Instances instances;
  private final Volumes volumes;
  private final Images images;
  private final Balancers balancers;
  private final Door door;
  private final StandIn wire;
  private final AtomicBoolean due = new AtomicBoolean();
  private final AtomicBoolean written = new AtomicBoolean();
  private volatile boolean open = true;

  private HarvesterStandIn(
      Timeline time,
      KubernetesClient server,
      String namespace,
      MischiefMaker mischief,
      Instant now) {
    this.time = time;
    this.store = new Store(server, namespace);
    this.sight = new Sight(store);
    this.machines = new VirtualMachines(sight);
    this.instances = new Instances(sight);
    this.volumes = new Volumes(sight, CLASSES);
    this.images = new Images(sight);
    this.balancers = new Balancers(sight);
    var authority =
        new String(
            Base64.getMimeDecoder().decode(server.getConfiguration().getCaCertData()), UTF_8);
    this.door =
        new Door(
            URI.create(server.getMasterUrl().toString()),
            TlsContext.trusting(Pem.certificates(authority)),
            new Admission(store),
            this::wake);
    this.wire = StandIn.start(door::answer, mischief, now);
  }

  /**
   * Begins to serve.
   *
   * @param server an administrator's client of the API server behind it
   * @param now the machine's own time, for certificates
   */
  public static HarvesterStandIn start(
      Timeline time,
      KubernetesClient server,
      String namespace,
      MischiefMaker mischief,
      Instant now) {
    Definitions.install(server);
    return new HarvesterStandIn(time, server, namespace, mischief, now);
  }

  public URI uri() {
    return wire.uri();
  }

  public String authorityPem() {
    return wire.authorityPem();
  }

  public void make(MischiefMaker mischief) {
    wire.make(mischief);
  }

  public List<String> calls() {
    return wire.calls();
  }

  /** The controllers look, in a while. */
  public void wake() {
    written.set(true);
    goOn();
  }

  private void goOn() {
    if (open && due.compareAndSet(false, true)) {
      var _ = time.at(time.instant().plus(TURN), this::turn);
    }
  }

  private synchronized void turn() {
    due.set(false);
    if (written.getAndSet(false)) {
      sight.look();
    }
    if (open && step()) {
      goOn();
    }
  }

  private boolean step() {
    var moved = images.turn();
    moved |= volumes.turn();
    moved |= machines.turn();
    moved |= instances.turn();
    moved |= balancers.turn();
    return moved;
  }

  /** By hand: all that is under way ends at once. */
  public synchronized void settle() {
    sight.look();
    while (step()) {
      // The next step.
    }
  }

  /** An image that machines can start from. */
  public void image(String name) {
    begin(name);
    settle();
  }

  /** An image that is still to be downloaded. */
  public void begin(String name) {
    var image = object("harvesterhci.io/v1beta1", "VirtualMachineImage", name);
    image
        .putObject("spec")
        .put("displayName", name)
        .put("sourceType", "download")
        .put("url", "https://images.example/" + name + ".qcow2");
    store.create(Kind.IMAGE, image);
  }

  public void network(String name) {
    var network = object("k8s.cni.cncf.io/v1", "NetworkAttachmentDefinition", name);
    network.putObject("spec").put("config", "{\"type\":\"bridge\",\"vlan\":17}");
    store.create(Kind.NETWORK, network);
  }

  private static ObjectNode object(String api, String kind, String name) {
    var object = Store.JSON.createObjectNode().put("apiVersion", api).put("kind", kind);
    object.putObject("metadata").put("name", name);
    return object;
  }

  /** Whether a node has room for another guest. */
  public void room(boolean there) {
    instances.room(there);
    wake();
  }

  /** How many addresses load balancers can have. */
  public void addresses(int there) {
    balancers.addresses(there);
    wake();
  }

  public List<? extends JsonNode> balancers() {
    return store.list(Kind.BALANCER);
  }

  /** Somebody else's load balancer, in front of nothing. */
  public void foreignBalancer(String name) {
    var balancer = object("loadbalancer.harvesterhci.io/v1beta1", "LoadBalancer", name);
    balancer.putObject("spec").put("workloadType", "vm").put("ipam", "pool");
    store.create(Kind.BALANCER, balancer);
    settle();
  }

  public List<? extends JsonNode> images() {
    return store.list(Kind.IMAGE);
  }

  /** Somebody takes over the load balancers and images: the owner's mark goes. */
  public void disown() {
    for (var kind : List.of(Kind.BALANCER, Kind.IMAGE)) {
      for (var object : store.list(kind)) {
        object.withObjectProperty("metadata").putObject("labels").put("their", "own");
        store.put(kind, object);
      }
    }
  }

  /** As stored, other people's too. */
  public List<? extends JsonNode> machines() {
    return store.list(Kind.MACHINE);
  }

  /** The guests of machines that are on. */
  public List<? extends JsonNode> instances() {
    return store.list(Kind.INSTANCE);
  }

  public Optional<? extends JsonNode> instance(String name) {
    return store.find(Kind.INSTANCE, name);
  }

  public List<? extends JsonNode> claims() {
    return store.list(Kind.CLAIM);
  }

  /** Somebody restores all disks from a backup: new ones, with the labels of those saved. */
  public void restoreDisks() {
    for (var claim : store.list(Kind.CLAIM)) {
      var restored = object("v1", "PersistentVolumeClaim", "restore-" + Store.name(claim));
      restored.withObjectProperty("metadata").set("labels", claim.at("/metadata/labels"));
      restored.set("spec", ((ObjectNode) claim.path("spec").deepCopy()).without("volumeName"));
      store.create(Kind.CLAIM, restored);
    }
    settle();
  }

  /** Somebody else's machine, switched off, with no disk. */
  public void foreign(String name) {
    var machine = object("kubevirt.io/v1", "VirtualMachine", name);
    var spec = machine.putObject("spec").put("runStrategy", "Halted");
    spec.putObject("template").putObject("spec").putObject("domain").putObject("devices");
    store.create(Kind.MACHINE, machine);
    settle();
  }

  public void powerOff(String name) {
    var machine = store.find(Kind.MACHINE, name).orElseThrow();
    machine.withObjectProperty("spec").put("runStrategy", "Halted");
    store.put(Kind.MACHINE, machine);
    settle();
  }

  /** By hand and without its disks, as kubectl would. */
  public void vanish(String name) {
    store.delete(Kind.MACHINE, name);
    settle();
  }

  public String userDataRead(String name) {
    return instances.userDataRead(name);
  }

  @Override
  public void close() {
    open = false;
    wire.close();
    door.close();
  }
}
