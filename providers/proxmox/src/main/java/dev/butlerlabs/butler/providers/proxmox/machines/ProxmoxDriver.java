package dev.butlerlabs.butler.providers.proxmox.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.infra.NetworkSettings;
import dev.butlerlabs.butler.api.infra.ProxmoxSettings;
import dev.butlerlabs.butler.providers.proxmox.Bridge;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Preflight;
import dev.butlerlabs.butler.providers.spi.Preflight.Aspect;
import dev.butlerlabs.butler.providers.spi.Preflight.Finding;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One account of one Proxmox cluster. */
final class ProxmoxDriver implements Driver {

  private final ProxmoxClient client;
  private final ProxmoxApi api;
  private final ProxmoxSettings settings;
  private final Optional<String> bridge;
  private final ProxmoxMachines machines;
  private final ProxmoxImages images;

  ProxmoxDriver(
      ProxmoxClient client,
      ProxmoxSettings settings,
      @Nullable NetworkSettings network,
      InstantSource clock) {
    this.client = client;
    this.api = new ProxmoxApi(client);
    this.settings = settings;
    this.bridge = Bridge.of(settings, network);
    this.machines = new ProxmoxMachines(api, settings, network, clock);
    this.images = new ProxmoxImages(api, new ImageApi(client, api), settings, network, clock);
  }

  @Override
  public Preflight validate() {
    var findings = new ArrayList<Finding>();
    String version;
    try {
      version = api.version();
      findings.add(new Finding.Good(Aspect.CREDENTIALS, "Proxmox " + version));
    } catch (Trouble trouble) {
      return new Preflight(null, List.of(new Finding.Bad(Aspect.CREDENTIALS, trouble.fault())));
    }
    var left = Room.UNKNOWN;
    try {
      findings.add(permissions(api.permissions()));
      var cluster = api.cluster();
      bridge.flatMap(name -> network(name, cluster)).ifPresent(findings::add);
      findings.add(image(cluster));
      findings.add(room(cluster));
      left = cluster.room(settings.nodes(), settings.storage());
    } catch (Trouble trouble) {
      findings.add(new Finding.Bad(Aspect.PERMISSIONS, trouble.fault()));
    }
    return new Preflight(version, findings, left);
  }

  /** An account that may make machines and bring no images is good, and says so. */
  private static Finding permissions(JsonNode byPath) {
    var machines = ProxmoxRole.MACHINES.lacking(byPath);
    if (machines.isPresent()) {
      return new Finding.Bad(Aspect.PERMISSIONS, machines.get());
    }
    return new Finding.Good(
        Aspect.PERMISSIONS,
        ProxmoxRole.IMAGES
            .lacking(byPath)
            .map(fault -> "for machines; for images " + fault.detail())
            .orElse("for machines and images"));
  }

  /** The bridge is on every node that can be asked and shows bridges at all, or one lacks it. */
  private Optional<Finding> network(String name, ClusterView cluster) {
    var asked = new ArrayList<String>();
    for (var node : settings.nodes()) {
      var bridges = cluster.online(node) ? bridges(node) : List.<String>of();
      if (!bridges.isEmpty() && !bridges.contains(name)) {
        return Optional.of(new Finding.Bad(Aspect.NETWORK, lacking(name, node, bridges)));
      }
      if (!bridges.isEmpty()) {
        asked.add(node);
      }
    }
    return asked.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Finding.Good(
                Aspect.NETWORK, "bridge %s on %s".formatted(name, String.join(", ", asked))));
  }

  /** None where the node does not tell: it lists those only that the account may use. */
  private List<String> bridges(String node) {
    try {
      return api.bridges(node);
    } catch (Trouble untold) {
      return List.of();
    }
  }

  private static Fault lacking(String name, String node, List<String> bridges) {
    return new Fault.NotFound(
        "look for the bridge of machines",
        "bridge " + name,
        "node %s shows none of this name that the account may use; it shows %s"
            .formatted(node, String.join(", ", bridges)));
  }

  private Finding image(ClusterView cluster) {
    var id = settings.templateID();
    if (id == null) {
      return new Finding.Good(Aspect.IMAGE, "each machine names its own");
    }
    return cluster.find(id).filter(ClusterView.Guest::template).isPresent()
        ? new Finding.Good(Aspect.IMAGE, "template " + id)
        : new Finding.Bad(
            Aspect.IMAGE,
            new Fault.NotFound(
                "look for the template", "template " + id, "the cluster has none of this id"));
  }

  private Finding room(ClusterView cluster) {
    for (var node : settings.nodes()) {
      if (cluster.hosts().stream().noneMatch(host -> host.name().equals(node))) {
        return new Finding.Bad(
            Aspect.QUOTA,
            new Fault.NotFound(
                "look for the nodes", "node " + node, "the cluster has none of this name"));
      }
      if (cluster.store(settings.storage(), node).isEmpty()) {
        return new Finding.Bad(
            Aspect.QUOTA,
            new Fault.NotFound(
                "look for the storage",
                "storage " + settings.storage(),
                "node " + node + " has none of this name"));
      }
    }
    if (cluster.full(settings.nodes(), settings.storage())) {
      return new Finding.Bad(
          Aspect.QUOTA,
          new Fault.Quota(
              "look for room on the storage",
              "storage " + settings.storage() + " has less than a gigabyte left"));
    }
    return new Finding.Good(Aspect.QUOTA, "storage " + settings.storage() + " is there");
  }

  @Override
  public String place() {
    return client.address();
  }

  @Override
  public MachineDriver machines() {
    return machines;
  }

  @Override
  public Optional<ImageDriver> images() {
    return Optional.of(images);
  }

  @Override
  public void close() {
    client.close();
  }
}
