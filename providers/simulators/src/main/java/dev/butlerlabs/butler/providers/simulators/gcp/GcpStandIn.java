package dev.butlerlabs.butler.providers.simulators.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.simulators.wire.StandIn;
import java.net.URI;
import java.security.PublicKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A project of Google Cloud that anybody can talk to over HTTPS, and what a test may do to it
 * behind the API's back. Tokens are given out at an address of their own, as at Google.
 */
public final class GcpStandIn implements AutoCloseable {

  public static final String PROJECT = "butler-test";
  public static final String REGION = "europe-west1";
  public static final List<String> ZONES =
      List.of("europe-west1-b", "europe-west1-c", "europe-west1-d");

  private final Cloud cloud;
  private final Tokens tokens;
  private final Api api;
  private final StandIn server;
  private final StandIn office;

  private GcpStandIn(InstantSource clock, MischiefMaker mischief, Instant now) {
    this.cloud = new Cloud(clock, PROJECT, REGION, ZONES);
    this.tokens = new Tokens(clock);
    this.api = new Api(cloud, tokens);
    network("default", "10.132.0.0/20", "10.132.0.1");
    this.server = StandIn.start(api::handle, mischief, now);
    this.office =
        StandIn.start(
            request -> tokens.handle(request, () -> tokenUri().toString()),
            MischiefMaker.none(),
            now);
  }

  /**
   * One region with three zones and the network called default.
   *
   * @param clock what operations and tokens go by
   * @param now the machine's own time, for the certificates
   */
  public static GcpStandIn start(InstantSource clock, MischiefMaker mischief, Instant now) {
    return new GcpStandIn(clock, mischief, now);
  }

  /** Where Compute Engine and Resource Manager are. */
  public URI uri() {
    return server.uri();
  }

  /** Where tokens are given out. */
  public URI tokenUri() {
    return URI.create(office.uri() + "/token");
  }

  /** The authorities of both addresses. */
  public String authorityPem() {
    return server.authorityPem() + office.authorityPem();
  }

  /** Calls to the API since the last change of mischief; those for tokens are not among them. */
  public List<String> calls() {
    return server.calls();
  }

  public void make(MischiefMaker mischief) {
    server.make(mischief);
  }

  /** The same for the address that gives out tokens. */
  public void makeAtTokens(MischiefMaker mischief) {
    office.make(mischief);
  }

  /** A key of a service account. */
  public void key(String id, String account, PublicKey key) {
    tokens.key(id, account, key);
  }

  /** Switches the account of this key off, with the tokens it has. */
  public void revoke(String keyId) {
    tokens.revoke(keyId);
  }

  public void expireTokens() {
    tokens.expireAll();
  }

  public int tokensIssued() {
    return tokens.issued();
  }

  public void withhold(String permission) {
    locked(() -> cloud.permissions.withhold(permission));
  }

  /** Every IAM permission that calls have needed so far. */
  public Set<String> permissionsAsked() {
    synchronized (cloud) {
      return cloud.permissions.asked();
    }
  }

  public void quota(String metric, double limit) {
    locked(() -> cloud.quotas.put(metric, limit));
  }

  /** A zone in which nobody gets a machine, or gets one again. */
  public void full(String zone, boolean full) {
    locked(
        () -> {
          if (full) {
            cloud.full.add(zone);
          } else {
            cloud.full.remove(zone);
          }
        });
  }

  /** Lists show this many at a time. */
  public void pageSize(int size) {
    locked(() -> cloud.pageSize = size);
  }

  /** So many calls are still answered; then the rate limit is reached. */
  public void callsLeft(int calls) {
    locked(() -> cloud.callsLeft = calls);
  }

  public void network(String name, String range, String gateway) {
    locked(
        () -> {
          var network =
              cloud.store.furnish(
                  cloud.global("networks/" + name), Cloud.node().put("kind", "compute#network"));
          cloud.store.furnish(
              cloud.regional("subnetworks/" + name),
              Cloud.node()
                  .put("kind", "compute#subnetwork")
                  .put("network", network.path("selfLink").asText())
                  .put("ipCidrRange", range)
                  .put("gatewayAddress", gateway));
        });
  }

  public void image(String project, String name, String family, int diskGB) {
    locked(
        () ->
            cloud.store.furnish(
                "projects/" + project + "/global/images/" + name,
                Cloud.node()
                    .put("kind", "compute#image")
                    .put("family", family)
                    .put("status", "READY")
                    .put("diskSizeGb", Integer.toString(diskGB))));
  }

  /** A file in Cloud Storage that images can be made of. */
  public void file(String url) {
    locked(() -> cloud.files.put(url, "da39a3ee5e6b4b0d3255bfef95601890afd80709"));
  }

  /** A machine somebody else made. */
  public void foreign(String zone, String name) {
    locked(
        () -> {
          var instance =
              Cloud.node()
                  .put("kind", "compute#instance")
                  .put("status", "RUNNING")
                  .put("zone", Names.link(cloud.zone(zone)))
                  .put("machineType", Names.link(cloud.zone(zone) + "/machineTypes/e2-standard-2"));
          instance.putArray("networkInterfaces").addObject().put("networkIP", "10.132.0.240");
          cloud.store.furnish(cloud.zone(zone) + "/instances/" + name, instance);
        });
  }

  /** A rule in front of nothing that somebody else made. */
  public void foreignRule(String name) {
    locked(
        () ->
            cloud.store.furnish(
                cloud.regional("forwardingRules/" + name),
                Cloud.node().put("kind", "compute#forwardingRule").put("IPProtocol", "TCP")));
  }

  /** What the rule of this name leads to, as "6443 to NAME" for each machine. */
  public List<String> serving(String rule) {
    synchronized (cloud) {
      cloud.operations.settle();
      return api.balancing()
          .serving(cloud.store.require(cloud.regional("forwardingRules/" + rule)));
    }
  }

  /** Balancers are as if they had been made for that zone alone. */
  public void balancersOnlyIn(String zone) {
    locked(() -> api.balancing().onlyIn(zone));
  }

  /** Somebody attaches all disks of one machine to another one, and takes them off the first. */
  public void moveDisks(String from, String to) {
    locked(() -> api.instances().moveDisks(full(from), full(to)));
  }

  /** A disk that somebody left, with the labels of another thing. */
  public void disk(String zone, String name, JsonNode labels) {
    locked(
        () -> {
          var disk = Cloud.node().put("kind", "compute#disk").put("sizeGb", "10");
          disk.put("zone", Names.link(cloud.zone(zone)));
          disk.set("labels", labels.deepCopy());
          cloud.store.furnish(cloud.zone(zone) + "/disks/" + name, disk);
        });
  }

  /** Switched off ({@code TERMINATED}) or put to sleep ({@code SUSPENDED}) by hand. */
  public void power(String name, String status) {
    locked(() -> cloud.store.require(full(name)).put("status", status));
  }

  /** Somebody says that the disks of this machine stay when it goes. */
  public void keepDisks(String name) {
    locked(
        () ->
            cloud
                .store
                .require(full(name))
                .path("disks")
                .forEach(disk -> ((ObjectNode) disk).put("autoDelete", false)));
  }

  /** Removed by hand. */
  public void vanish(String name) {
    locked(() -> api.instances().vanish(full(name)));
  }

  /** Machines as they really are, whatever lists say. */
  public List<JsonNode> machines() {
    return all("instances");
  }

  /** All resources of a kind, such as {@code disks}. */
  public List<JsonNode> all(String kind) {
    synchronized (cloud) {
      cloud.operations.settle();
      return cloud.store.names(kind).stream()
          .<JsonNode>map(name -> cloud.store.require(name).deepCopy())
          .toList();
    }
  }

  /** Names of everything that is not a machine. */
  public Set<String> things() {
    var names = new HashSet<String>();
    for (var kind :
        List.of(
            "disks",
            "addresses",
            "images",
            "forwardingRules",
            "backendServices",
            "healthChecks",
            "instanceGroups")) {
      all(kind).forEach(resource -> names.add(resource.path("selfLink").asText()));
    }
    return names;
  }

  /** What the machine found as user data when it started. */
  public String userDataRead(String name) {
    synchronized (cloud) {
      return cloud.read.getOrDefault(full(name), "");
    }
  }

  private String full(String name) {
    cloud.operations.settle();
    return cloud.store.names("instances").stream()
        .filter(known -> Names.last(known).equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no instance " + name));
  }

  /** What was due before the change happens before it. */
  private void locked(Runnable change) {
    synchronized (cloud) {
      cloud.operations.settle();
      change.run();
    }
  }

  @Override
  public void close() {
    server.close();
    office.close();
  }
}
