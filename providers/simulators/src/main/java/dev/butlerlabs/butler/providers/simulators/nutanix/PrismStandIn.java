package dev.butlerlabs.butler.providers.simulators.nutanix;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.simulators.wire.Response;
import dev.butlerlabs.butler.providers.simulators.wire.StandIn;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A Prism Central that anybody can talk to over HTTPS, and what a test may do to it behind the
 * API's back.
 */
public final class PrismStandIn implements AutoCloseable {

  private static final long GIBI = 1L << 30;
  private static final int PLENTY = 1 << 20;

  private final Estate estate;
  private final Access access = new Access();
  private final V3Api v3;
  private final V4Api v4;
  private final StandIn server;

  private PrismStandIn(InstantSource clock, MischiefMaker mischief, Instant now) {
    this.estate = new Estate(clock);
    this.v3 = new V3Api(estate, access);
    this.v4 = new V4Api(estate, access);
    this.server = StandIn.start(this::handle, mischief, now);
  }

  /**
   * Empty: no cluster, no network, no image, no user.
   *
   * @param clock what tasks and guests go by
   * @param now the machine's own time, for the certificate
   */
  public static PrismStandIn start(InstantSource clock, MischiefMaker mischief, Instant now) {
    return new PrismStandIn(clock, mischief, now);
  }

  private Response handle(Request request) {
    synchronized (estate) {
      estate.tasks.settle();
      return request.path().startsWith(V3Api.PREFIX) ? v3.handle(request) : v4.handle(request);
    }
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

  /** The name in the API's definition of a call such as {@code GET /api/nutanix/v3/vms/1}. */
  public String named(String call) {
    var at = call.indexOf(' ');
    var method = call.substring(0, at);
    var path = call.substring(at + 1);
    return v3.schema()
        .find(method, path)
        .or(() -> v4.schema().find(method, path))
        .map(match -> match.call().name())
        .orElse(call);
  }

  /** The permission that call needs, or nothing. */
  public String permissionFor(String call) {
    return access.permissionFor(named(call));
  }

  public void make(MischiefMaker mischief) {
    server.make(mischief);
  }

  public void user(String name, String password) {
    locked(() -> access.user(name, password));
  }

  public void revoke(String name) {
    locked(() -> access.revoke(name));
  }

  public Set<String> allPermissions() {
    return access.all();
  }

  public void permissions(Set<String> held) {
    locked(() -> access.hold(held));
  }

  public String cluster(String name) {
    return made(
        uuid -> {
          estate.clusters.put(uuid, name);
        });
  }

  /**
   * A network on a cluster.
   *
   * @param gateway of a network whose addresses Prism gives, or empty
   */
  public String subnet(String name, String cluster, String gateway, String dns) {
    return made(
        uuid -> estate.subnets.put(uuid, new Estate.Subnet(uuid, name, cluster, gateway, 24, dns)));
  }

  public String container(String name) {
    return made(uuid -> estate.containers.put(uuid, name));
  }

  public String category(String key, String value) {
    return made(uuid -> estate.categories.add(new Estate.Category(uuid, key, value)));
  }

  public String image(String name, int sizeGiB) {
    return made(uuid -> estate.images.add(uuid, name, sizeGiB * GIBI));
  }

  /** A file on the network that images can be made of. */
  public void source(String url, int sizeGiB, String sha256) {
    locked(() -> estate.images.source(url, sizeGiB * GIBI, sha256));
  }

  /** A machine somebody else made. */
  public String foreign(String name, String cluster) {
    return made(
        uuid -> {
          var disk = new Vm.Disk(estate.newUuid(), 10 * GIBI, "", "");
          var shape =
              new Vm.Shape(
                  name, "", cluster, 1, 1, 1024, List.of(disk), List.of(), Map.of(), "", "", true);
          var vm = new Vm(uuid, JsonNodeFactory.instance.objectNode(), shape, estate.now());
          vm.longKnown();
          vm.power(true, Instant.EPOCH);
          estate.vms.put(uuid, vm);
        });
  }

  /** Room for another machine, or none. */
  public void room(boolean there) {
    locked(() -> estate.capacity(there ? PLENTY : 512));
  }

  /** The next machine cannot be made, for this reason. */
  public void failNext(String message) {
    locked(() -> estate.failNext(message));
  }

  /** Machines cannot be removed, for this reason; for none they can. */
  public void failRemovals(String message) {
    locked(() -> estate.failRemovals(message));
  }

  public void powerOff(String name) {
    locked(() -> required(name).power(false, estate.now()));
  }

  /** Somebody removes it by hand. */
  public void vanish(String name) {
    locked(() -> estate.vanish(required(name)));
  }

  /** Somebody edits the description by hand. */
  public void describe(String name, String description) {
    locked(
        () -> {
          var vm = required(name);
          var was = vm.shape();
          var intent = vm.intent().put("description", description);
          vm.change(
              intent,
              new Vm.Shape(
                  was.name(),
                  description,
                  was.cluster(),
                  was.sockets(),
                  was.cores(),
                  was.memoryMiB(),
                  was.disks(),
                  was.nics(),
                  was.categories(),
                  was.userData(),
                  was.metaData(),
                  was.wantsPower()),
              estate.now());
        });
  }

  /** Somebody changes it in vain: it lives on, and Prism shows the error. */
  public void fail(String name, String message) {
    locked(
        () -> {
          var vm = required(name);
          vm.change(vm.intent(), vm.shape(), estate.now());
          vm.failed(new Refused(500, "INTERNAL_ERROR", message), estate.now());
        });
  }

  public String userDataRead(String name) {
    return reading(() -> required(name).read());
  }

  public String metaDataRead(String name) {
    return reading(() -> required(name).shape().metaData());
  }

  private Vm required(String name) {
    return estate
        .named(name)
        .orElseThrow(() -> new IllegalArgumentException("no machine is called " + name));
  }

  /** Everything beside machines: disks, kept UUIDs, what failed attempts left. */
  public Set<String> things() {
    return reading(estate::things);
  }

  /** Images, by name, state and UUID. */
  public Set<String> images() {
    return reading(estate.images::things);
  }

  /** Machines as they are, also those still being made. */
  public List<Seen> machines() {
    return reading(
        () ->
            estate.vms.values().stream()
                .filter(vm -> vm.state() != Vm.State.ERROR)
                .map(Seen::of)
                .toList());
  }

  private interface Making {
    void make(String uuid);
  }

  private String made(Making making) {
    synchronized (estate) {
      var uuid = estate.newUuid();
      making.make(uuid);
      return uuid;
    }
  }

  private void locked(Runnable change) {
    synchronized (estate) {
      estate.tasks.settle();
      change.run();
    }
  }

  private <T> T reading(Supplier<T> look) {
    synchronized (estate) {
      estate.tasks.settle();
      return look.get();
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
