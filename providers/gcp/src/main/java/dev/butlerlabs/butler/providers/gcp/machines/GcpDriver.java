package dev.butlerlabs.butler.providers.gcp.machines;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.infra.GcpSettings;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Preflight;
import dev.butlerlabs.butler.providers.spi.Preflight.Aspect;
import dev.butlerlabs.butler.providers.spi.Preflight.Finding;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerDriver;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** One project on Google Cloud. */
final class GcpDriver implements Driver {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final GcpClient client;
  private final GcpClient manager;
  private final AccessTokens tokens;
  private final GcpSettings settings;
  private final Compute compute;
  private final Needs needs;
  private final GcpMachines machines;
  private final GcpBalancers balancers;
  private final GcpImages images;

  GcpDriver(
      GcpClient client,
      GcpClient manager,
      AccessTokens tokens,
      GcpSettings settings,
      InstantSource clock) {
    this.client = client;
    this.manager = manager;
    this.tokens = tokens;
    this.settings = settings;
    this.compute = new Compute(client, settings.projectID(), settings.region());
    this.needs = new Needs(compute, settings);
    this.machines = new GcpMachines(compute, needs, clock);
    var resources = new Resources(client, settings.projectID());
    this.balancers = new GcpBalancers(compute, resources, needs, clock);
    this.images = new GcpImages(resources, clock);
  }

  @Override
  public Preflight validate() {
    var findings = new ArrayList<Finding>();
    look(findings, Aspect.CREDENTIALS, this::credentials);
    if (findings.getFirst() instanceof Finding.Bad) {
      return new Preflight(null, findings);
    }
    permissions(findings);
    look(findings, Aspect.NETWORK, this::network);
    look(findings, Aspect.IMAGE, this::image);
    var quotas = new HashMap<String, Long>();
    look(findings, Aspect.QUOTA, () -> quota(quotas));
    return new Preflight(
        "compute/v1",
        findings,
        new Room(quotas.get("CPUS"), null, quotas.get("SSD_TOTAL_GB"), quotas.get("INSTANCES")));
  }

  /** What is good about it, or trouble. */
  private interface Look {
    String take() throws Trouble;
  }

  private static void look(List<Finding> findings, Aspect aspect, Look look) {
    try {
      findings.add(new Finding.Good(aspect, look.take()));
    } catch (Trouble trouble) {
      findings.add(new Finding.Bad(aspect, trouble.fault()));
    }
  }

  private String credentials() throws Trouble {
    return "project " + compute.projectItself().path("name").asText();
  }

  /** Only Resource Manager can tell; where that API is not enabled nothing is found. */
  private void permissions(List<Finding> findings) {
    var wanted = JSON.createObjectNode();
    var list = wanted.putArray("permissions");
    needed().forEach(list::add);
    try {
      var answer =
          manager.post(
              "look at the permissions of the account",
              "/v3/projects/" + settings.projectID() + ":testIamPermissions",
              wanted,
              List.of());
      var held = new HashSet<String>();
      answer.path("permissions").forEach(permission -> held.add(permission.asText()));
      var missing = new TreeSet<>(needed());
      missing.removeAll(held);
      findings.add(
          missing.isEmpty()
              ? new Finding.Good(Aspect.PERMISSIONS, needed().size() + " permissions held")
              : new Finding.Bad(
                  Aspect.PERMISSIONS,
                  new Fault.Forbidden(
                      "look at the permissions of the account",
                      "it lacks " + String.join(", ", missing))));
    } catch (Trouble trouble) {
      if (!(trouble.fault() instanceof Fault.Forbidden)) {
        findings.add(new Finding.Bad(Aspect.PERMISSIONS, trouble.fault()));
      }
    }
  }

  private List<String> needed() {
    var account = settings.serviceAccount();
    var all = new ArrayList<>(GcpPermissions.MACHINES);
    if (account != null && !account.isEmpty()) {
      all.addAll(GcpPermissions.SERVICE_ACCOUNTS);
    }
    return all;
  }

  private String network() throws Trouble {
    var subnetwork = References.subnetwork(settings);
    var name = subnetwork.isEmpty() ? References.network(settings) : subnetwork;
    if (compute.find(name).isEmpty()) {
      throw new Trouble(
          new Fault.NotFound("look for the network", name, "there is none of this name"));
    }
    return name;
  }

  private String image() throws Trouble {
    var named = References.image(settings, null);
    return named.name().isEmpty()
        ? "each machine names its own"
        : "image " + needs.image(named).path("name").asText();
  }

  /**
   * Whether the region's limits allow another machine.
   *
   * @param left filled with what each limit has left
   */
  private String quota(Map<String, Long> left) throws Trouble {
    String full = null;
    for (var quota : compute.regionItself().path("quotas")) {
      var metric = quota.path("metric").asText();
      var limit = quota.path("limit").asDouble();
      var usage = quota.path("usage").asDouble();
      left.put(metric, (long) Math.max(0, limit - usage));
      if (full == null && metric.matches("INSTANCES|CPUS") && usage >= limit) {
        full = "%s: %.0f of %.0f are used".formatted(metric, usage, limit);
      }
    }
    if (full != null) {
      throw new Trouble(new Fault.Quota("look at the quotas of region " + settings.region(), full));
    }
    return "room for machines in " + settings.region();
  }

  @Override
  public String place() {
    return "project %s, region %s at %s"
        .formatted(settings.projectID(), settings.region(), client.address());
  }

  @Override
  public MachineDriver machines() {
    return machines;
  }

  @Override
  public Optional<BalancerDriver> balancers() {
    return Optional.of(balancers);
  }

  @Override
  public Optional<ImageDriver> images() {
    return Optional.of(images);
  }

  @Override
  public void close() {
    client.close();
    manager.close();
    tokens.close();
  }
}
