package dev.butlerlabs.butler.providers.simulators.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.simulators.wire.StandIn;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * An Azure subscription with one resource group in one region, and what a test may do to it behind
 * the API's back.
 */
public final class AzureStandIn implements AutoCloseable {

  public static final String TENANT = "72f988bf-0000-4000-8000-2d7cd011db47";
  public static final String SUBSCRIPTION = "9e0b1d1c-0000-4000-8000-6f1d5c8b0a01";
  public static final String GROUP = "butler-lab";
  public static final String LOCATION = Region.NAME;

  private static final String IN_GROUP =
      "/subscriptions/" + SUBSCRIPTION + "/resourceGroups/" + GROUP + "/providers/";

  private final Estate estate;
  private final Region region = new Region();
  private final Roles roles = new Roles();
  private final Directory directory;
  private final Subnets subnets;
  private final Images images;
  private final Cards cards;
  private final Machines machines;
  private final StandIn server;

  private AzureStandIn(InstantSource clock, MischiefMaker mischief, Instant now) {
    this.estate = new Estate(clock);
    this.directory = new Directory(clock, TENANT);
    this.subnets = new Subnets(estate);
    this.images = new Images(estate);
    this.cards = new Cards(estate, roles, subnets);
    this.machines = new Machines(estate, region, roles, cards, images);
    var handlers =
        new Handlers(
            estate,
            region,
            roles,
            machines,
            cards,
            new Balancers(estate, roles, subnets),
            images,
            new Disks(estate, roles),
            this::uri);
    handlers.group(GROUP);
    subnets.make(subnet("machines"), "10.40.0.0/24");
    this.server = StandIn.start(new Api(estate, directory, roles, handlers)::handle, mischief, now);
  }

  /**
   * A virtual network "lab" with the subnet "machines", 10.40.0.0/24.
   *
   * @param clock what work, tokens and limits go by
   * @param now the machine's own time, for the certificate
   */
  public static AzureStandIn start(InstantSource clock, MischiefMaker mischief, Instant now) {
    return new AzureStandIn(clock, mischief, now);
  }

  /** Of Resource Manager and of the directory. */
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

  public void application(String client, String secret) {
    locked(() -> directory.application(client, secret));
  }

  public void revoke(String client) {
    locked(() -> directory.revoke(client));
  }

  /** How many tokens were given so far. */
  public int tokensGiven() {
    synchronized (estate) {
      return directory.issued();
    }
  }

  /** What the application may do; everything until somebody says otherwise. */
  public void allow(Set<String> actions) {
    locked(() -> roles.allow(actions));
  }

  public void deny(Set<String> actions) {
    locked(() -> roles.deny(actions));
  }

  /** Every action that calls asked for so far, also on what their bodies refer to. */
  public Set<String> actionsUsed() {
    synchronized (estate) {
      return roles.used();
    }
  }

  public void cores(int limit) {
    locked(() -> region.cores(limit));
  }

  public void withhold(String size) {
    locked(() -> region.withhold(size));
  }

  /** Zones in which nothing can be placed from now on. */
  public void full(Set<String> zones) {
    locked(() -> region.full(zones));
  }

  /** Whether network cards stay when their machine goes, whatever their delete option says. */
  public void keepCards(boolean keeps) {
    locked(() -> machines.keepCards(keeps));
  }

  /** Azure fails at its last work on a thing that is there, by its id. */
  public void fail(String id) {
    locked(
        () -> {
          estate.settle();
          estate.require(id).state("Failed");
        });
  }

  /** From now on Azure fails to remove machines, in these words; in none it does not. */
  public void failRemovals(String words) {
    locked(() -> machines.failRemovals(words));
  }

  /** Somebody sets the delete options of a machine's disks to Detach. */
  public void leaveDisks(String name) {
    locked(() -> machines.leaveDisks(estate.require(id(Machines.KIND, name))));
  }

  public void managedImage(String name, int diskGiB) {
    locked(() -> images.managed(id("Microsoft.Compute/images", name), diskGiB));
  }

  /** A gallery's image with one version; {@code osState} is Generalized or Specialized. */
  public void galleryImage(String name, String version, String osState, int diskGiB) {
    locked(
        () ->
            images.gallery(
                id("Microsoft.Compute/galleries", "lab") + "/images/" + name,
                version,
                osState,
                diskGiB));
  }

  public void communityImage(String gallery, String name) {
    locked(() -> images.community(SUBSCRIPTION, gallery, name));
  }

  public void marketImage(String urn, String plan) {
    locked(() -> images.sell(urn, plan));
  }

  public void securityGroup(String name) {
    locked(
        () ->
            estate
                .put(
                    id("Microsoft.Network/networkSecurityGroups", name),
                    "Microsoft.Network/networkSecurityGroups",
                    JsonNodeFactory.instance.objectNode())
                .state("Succeeded"));
  }

  public static String subnet(String name) {
    return IN_GROUP + "Microsoft.Network/virtualNetworks/lab/subnets/" + name;
  }

  public static String id(String kind, String name) {
    return IN_GROUP + kind + "/" + name;
  }

  /** A machine somebody else made, with its card and disk. */
  public void foreign(String name) {
    locked(() -> Foreign.machine(estate, machines, name));
  }

  /** A load balancer somebody else made. */
  public void foreignBalancer(String name) {
    locked(() -> Foreign.balancer(estate, name));
  }

  public void powerOff(String name) {
    locked(() -> machines.power(estate.require(id(Machines.KIND, name)), "stopped"));
  }

  /** Removed by hand, with what its delete options name. */
  public void vanish(String name) {
    locked(() -> machines.deleted(estate.require(id(Machines.KIND, name))));
  }

  /** What the guest was given when it started, as sent. */
  public String customData(String name) {
    synchronized (estate) {
      return machines.customData(id(Machines.KIND, name));
    }
  }

  /** A machine as it really is. */
  public record Seen(String name, int cpu, int memoryMiB, JsonNode body) {}

  public List<Seen> machines() {
    synchronized (estate) {
      estate.settle();
      return estate
          .all(Machines.KIND)
          .map(
              vm -> {
                var size = region.require(vm.text("/properties/hardwareProfile/vmSize"));
                return new Seen(
                    vm.name(), size.cpu(), size.memoryGiB() << 10, vm.body().deepCopy());
              })
          .toList();
    }
  }

  /** The body of one thing as it really is; missing when it is not there. */
  public JsonNode body(String id) {
    synchronized (estate) {
      estate.settle();
      return estate
          .find(id)
          .<JsonNode>map(found -> found.body().deepCopy())
          .orElseGet(JsonNodeFactory.instance::missingNode);
    }
  }

  /** Everything but machines, by id. */
  public Set<String> things() {
    synchronized (estate) {
      estate.settle();
      var things = new TreeSet<String>();
      estate
          .all()
          .filter(one -> !one.kind.equals(Machines.KIND))
          .forEach(one -> things.add(one.id));
      return things;
    }
  }

  private void locked(Runnable change) {
    synchronized (estate) {
      change.run();
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
