package dev.butlerlabs.butler.providers.simulators.aws;

import dev.butlerlabs.butler.providers.simulators.aws.Instance.State;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.simulators.wire.StandIn;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A region of AWS that anybody with a key can talk to over HTTPS, and what a test may do to it
 * behind the API's back.
 */
public final class AwsStandIn implements AutoCloseable {

  public static final String REGION = "eu-central-1";
  public static final String VPC = Network.VPC;

  private final Ec2 ec2;
  private final Balancing balancing;
  private final Access access;
  private final Api api;
  private final StandIn server;
  private final List<String> calls = new ArrayList<>();

  private AwsStandIn(InstantSource clock, MischiefMaker mischief, Instant now) {
    this.ec2 = new Ec2(clock);
    this.balancing = new Balancing(ec2);
    this.access = new Access(clock, REGION);
    this.api = new Api(ec2, balancing, access);
    ec2.network.add("subnet-0a", REGION + "a", "10.0.1", false);
    ec2.network.add("subnet-0b", REGION + "b", "10.0.2", false);
    ec2.network.group("sg-0a");
    this.server = StandIn.start(api::handle, listening(mischief), now);
  }

  /**
   * Two subnets in two zones of one VPC, subnet-0a (10.0.1.0/24) and subnet-0b (10.0.2.0/24), and a
   * security group sg-0a.
   *
   * @param clock what instances go by
   * @param now the machine's own time, for the certificate
   */
  public static AwsStandIn start(InstantSource clock, MischiefMaker mischief, Instant now) {
    return new AwsStandIn(clock, mischief, now);
  }

  /** Paths say nothing here; what a call is stands in its body. */
  private MischiefMaker listening(MischiefMaker mischief) {
    return new MischiefMaker() {
      @Override
      public Mischief next(int number, Request request) {
        synchronized (calls) {
          calls.add(Api.action(request));
        }
        return mischief.next(number, request);
      }

      @Override
      public void unanswered() {
        mischief.unanswered();
      }
    };
  }

  public URI uri() {
    return server.uri();
  }

  public String authorityPem() {
    return server.authorityPem();
  }

  /** Actions since the last change of mischief. */
  public List<String> calls() {
    synchronized (calls) {
      return List.copyOf(calls);
    }
  }

  public void make(MischiefMaker mischief) {
    synchronized (calls) {
      calls.clear();
    }
    server.make(listening(mischief));
  }

  /** Every action somebody needed to be allowed since the beginning, as policies name them. */
  public Set<String> actionsUsed() {
    synchronized (ec2) {
      return new TreeSet<>(access.used());
    }
  }

  /** An access key; with an empty session token it is a lasting one. */
  public void key(String id, String secret, String sessionToken) {
    locked(_ -> access.key(id, secret, sessionToken));
  }

  public void revoke(String id) {
    locked(_ -> access.revoke(id));
  }

  /** A role that the owner of this key may take on; the key may then do nothing by itself. */
  public void role(String arn, String keyId) {
    locked(_ -> access.role(arn, keyId));
  }

  /** All sessions of roles end at once. */
  public void endSessions() {
    locked(_ -> access.endSessions());
  }

  public int sessionsBegun() {
    synchronized (ec2) {
      return access.sessionsBegun();
    }
  }

  public void forbid(String action) {
    locked(_ -> access.forbid(action));
  }

  /** So many calls from now on are too many for AWS. */
  public void throttle(int number) {
    locked(_ -> api.throttle(number));
  }

  public void keyPair(String name) {
    locked(region -> region.keyPairs.add(name));
  }

  /** An image of the account itself; the answer is its id. */
  public String image(String name, String architecture, int sizeGiB) {
    return image(name, Images.ACCOUNT, architecture, sizeGiB);
  }

  /** Somebody's image, seen by all. */
  public String image(String name, String owner, String architecture, int sizeGiB) {
    synchronized (ec2) {
      return ec2.images.add(name, owner, architecture, sizeGiB);
    }
  }

  public void vcpuLimit(int limit) {
    locked(region -> region.vcpuLimit = limit);
  }

  /** Zones in which no machine finds room. */
  public void withoutCapacity(Set<String> zones) {
    locked(
        region -> {
          region.zonesWithoutCapacity.clear();
          region.zonesWithoutCapacity.addAll(zones);
        });
  }

  /** How long a new instance is not shown. */
  public void lag(Duration time) {
    locked(region -> region.lag = time);
  }

  /** The longest list in one answer, whatever is asked for. */
  public void longestPage(int rows) {
    locked(region -> region.longestPage = rows);
  }

  /** An instance somebody else made; the answer is its id. */
  public String foreign(String name) {
    synchronized (ec2) {
      var order = new HashMap<String, String>();
      order.put("ImageId", "ami-00000000");
      order.put("InstanceType", "m5.large");
      var subnet = ec2.network.require("subnet-0b");
      var instance =
          new Instance(
              ec2.newId("i"),
              new Parameters(order),
              subnet,
              ec2.network.take(subnet, ""),
              "",
              ec2.now(),
              ec2.now());
      instance.tags.put("Name", name);
      instance.become(State.RUNNING, ec2.now());
      ec2.instances.put(instance.id, instance);
      return instance.id;
    }
  }

  /** An instance of which its CPUs are not told, as some that speak like EC2 have it. */
  public void keepCpusToItself(String id) {
    locked(_ -> require(id).tellsCpus = false);
  }

  public void tag(String id, String key, String value) {
    locked(_ -> require(id).tags.put(key, value));
  }

  public void powerOff(String id) {
    locked(region -> require(id).become(State.STOPPED, region.now()));
  }

  /** Terminated by hand, and done at once. */
  public void vanish(String id) {
    locked(region -> region.end(require(id)));
  }

  /** The platform itself ends an instance, for this reason. */
  public void fail(String id, String reason) {
    locked(
        region -> {
          region.end(require(id));
          require(id).because(reason);
        });
  }

  /** Somebody unticks that these disks go with their instance. */
  public void keepDisks(String id) {
    locked(
        region ->
            region.volumes.values().stream()
                .filter(volume -> volume.instance().equals(id))
                .forEach(volume -> volume.deleteOnTermination = false));
  }

  /** AWS Backup restores the disks of an instance, with their tags; the answer are their ids. */
  public Set<String> restoreDisks(String id) {
    synchronized (ec2) {
      var copies =
          ec2.volumes.values().stream()
              .filter(volume -> volume.instance().equals(id))
              .map(volume -> volume.restored(ec2.newId("vol")))
              .toList();
      copies.forEach(copy -> ec2.volumes.put(copy.id, copy));
      return copies.stream().map(copy -> copy.id).collect(Collectors.toSet());
    }
  }

  /** Somebody takes all disks of an instance and gives them to another one. */
  public void moveDisks(String from, String to) {
    locked(
        region ->
            region.volumes.values().stream()
                .filter(volume -> volume.instance().equals(from))
                .forEach(volume -> volume.attach(to, volume.device())));
  }

  /** Somebody attaches disks to an instance; they do not go along when it ends. */
  public void attach(Set<String> disks, String to) {
    locked(
        region ->
            region.volumes.values().stream()
                .filter(volume -> disks.contains(volume.id))
                .forEach(volume -> volume.attach(to, "/dev/" + volume.id)));
  }

  /** Somebody takes all disks off an instance. */
  public void detachDisks(String from) {
    locked(
        region ->
            region.volumes.values().stream()
                .filter(volume -> volume.instance().equals(from))
                .forEach(Volume::detach));
  }

  /** An instance as it really is, whatever lists say. */
  public record Seen(
      String id,
      String type,
      int cpu,
      int memoryMiB,
      String zone,
      String address,
      boolean running,
      List<Integer> disksGiB,
      String userData,
      Map<String, String> order,
      Map<String, String> tags) {
    public Seen {
      disksGiB = List.copyOf(disksGiB);
      order = Map.copyOf(order);
      tags = Map.copyOf(tags);
    }
  }

  /** All instances that are not terminated. */
  public List<Seen> machines() {
    synchronized (ec2) {
      ec2.settle();
      return ec2.instances.values().stream().filter(Instance::exists).map(this::seen).toList();
    }
  }

  private Seen seen(Instance instance) {
    var size = InstanceSizes.require(instance.type);
    return new Seen(
        instance.id,
        instance.type,
        size.cpu(),
        size.memoryMiB(),
        instance.subnet.zone(),
        instance.address,
        instance.state() == State.RUNNING,
        ec2.volumes.values().stream()
            .filter(volume -> volume.instance().equals(instance.id))
            .map(volume -> volume.sizeGiB)
            .toList(),
        instance.userData,
        new TreeMap<>(instance.order),
        new TreeMap<>(instance.tags));
  }

  /** Somebody else's balancer of this name. */
  public void foreignBalancer(String name) {
    locked(_ -> balancing.foreign(name));
  }

  /** Somebody adds a listener by hand. */
  public void strayListener(String balancer, int port) {
    locked(_ -> balancing.stray(balancer, port));
  }

  /** A balancer as it is; what it serves reads "6443 to 10.0.1.4:6443". */
  public record SeenBalancer(
      String name, String scheme, List<String> serving, Map<String, String> tags) {
    public SeenBalancer {
      serving = List.copyOf(serving);
      tags = Map.copyOf(tags);
    }
  }

  public List<SeenBalancer> balancers() {
    synchronized (ec2) {
      return balancing.seen();
    }
  }

  /** A file of the account; its checksum is empty where it was uploaded without one. */
  public void file(String bucket, String key, int sizeGiB, String sha256) {
    locked(_ -> api.s3().put(bucket, key, sizeGiB, sha256, false));
  }

  /** A file that was uploaded in parts: S3 keeps a checksum of their checksums. */
  public void fileInParts(String bucket, String key, int sizeGiB, String sha256) {
    locked(_ -> api.s3().put(bucket, key, sizeGiB, sha256, true));
  }

  /** Whether the account has the role that EC2 imports with. */
  public void importRole(boolean there) {
    locked(_ -> api.imports().role(there));
  }

  /** Tags of the account's own images, by name. */
  public Map<String, Map<String, String>> images() {
    synchronized (ec2) {
      return ec2.images.own();
    }
  }

  /** Somebody deregisters an image by hand. */
  public void deregister(String name) {
    locked(region -> region.images.deregister(region.images.named(name).id()));
  }

  /** Somebody copies an image, with its tags. */
  public void copy(String name, String to) {
    locked(
        region -> {
          var from = region.images.named(name);
          var id = region.images.add(to, Images.ACCOUNT, from.architecture(), from.sizeGiB());
          region.images.require(id).tags().putAll(from.tags());
        });
  }

  /** Tags of all snapshots, by id. */
  public Map<String, Map<String, String>> snapshots() {
    synchronized (ec2) {
      api.settle();
      var snapshots = new TreeMap<String, Map<String, String>>();
      ec2.images.snapshots.all().forEach(id -> snapshots.put(id, ec2.images.snapshots.tags(id)));
      return snapshots;
    }
  }

  /**
   * Volumes, addresses that are taken, target groups, listeners, snapshots and imports under way.
   */
  public Set<String> things() {
    synchronized (ec2) {
      api.settle();
      var things = new TreeSet<>(ec2.volumes.keySet());
      things.addAll(ec2.images.snapshots.all());
      things.addAll(api.imports().running());
      ec2.network.subnets().forEach(subnet -> things.addAll(subnet.used()));
      things.addAll(balancing.things());
      return things;
    }
  }

  private Instance require(String id) {
    var instance = ec2.instances.get(id);
    if (instance == null) {
      throw new IllegalArgumentException("there is no instance " + id);
    }
    return instance;
  }

  private void locked(Consumer<Ec2> change) {
    synchronized (ec2) {
      change.accept(ec2);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
