package dev.butlerlabs.butler.providers.harvester.machines;

import dev.butlerlabs.butler.api.infra.HarvesterSettings;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Preflight;
import dev.butlerlabs.butler.providers.spi.Preflight.Aspect;
import dev.butlerlabs.butler.providers.spi.Preflight.Finding;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerDriver;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One account of one Harvester cluster. */
final class HarvesterDriver implements Driver {

  private final KubeApi api;
  private final HarvesterSettings settings;
  private final Orders orders;
  private final HarvesterMachines machines;

  HarvesterDriver(KubeApi api, HarvesterSettings settings) {
    this.api = api;
    this.settings = settings;
    this.orders = new Orders(api, settings);
    this.machines = new HarvesterMachines(api, settings);
  }

  @Override
  public Preflight validate() {
    var findings = new ArrayList<Finding>();
    String version;
    try {
      version = api.get("ask Harvester for its version", "/version").path("gitVersion").asText();
      findings.add(new Finding.Good(Aspect.CREDENTIALS, "Kubernetes " + version));
    } catch (Trouble trouble) {
      return new Preflight(null, List.of(new Finding.Bad(Aspect.CREDENTIALS, trouble.fault())));
    }
    findings.add(found(Aspect.PERMISSIONS, this::permissions));
    findings.add(found(Aspect.NETWORK, this::network));
    findings.add(found(Aspect.IMAGE, this::image));
    var quotas = new Quotas();
    findings.add(found(Aspect.QUOTA, () -> quota(quotas)));
    return new Preflight("Kubernetes " + version, findings, quotas.left().within(Hosts.left(api)));
  }

  private interface Look {
    Finding take() throws Trouble;
  }

  private static Finding found(Aspect aspect, Look look) {
    try {
      return look.take();
    } catch (Trouble trouble) {
      return new Finding.Bad(aspect, trouble.fault());
    }
  }

  private Finding permissions() throws Trouble {
    var missing = Permissions.missing(api, orders.namespace());
    return missing.isEmpty()
        ? new Finding.Good(Aspect.PERMISSIONS, Permissions.NEEDED.size() + " permissions held")
        : new Finding.Bad(
            Aspect.PERMISSIONS,
            new Fault.Forbidden(
                "look at the permissions of the account in namespace " + orders.namespace(),
                "it lacks " + String.join(", ", missing)));
  }

  private Finding network() throws Trouble {
    var problem = orders.network();
    return problem.isPresent()
        ? new Finding.Bad(Aspect.NETWORK, problem.get())
        : new Finding.Good(Aspect.NETWORK, "network " + settings.networkName());
  }

  private Finding image() throws Trouble {
    if (settings.imageName() == null || settings.imageName().isEmpty()) {
      return new Finding.Good(Aspect.IMAGE, "each machine names its own");
    }
    var image = orders.image(settings.imageName());
    return new Finding.Good(Aspect.IMAGE, "image " + Seen.name(image));
  }

  /** A quota of which nothing is left keeps every machine from being built. */
  private Finding quota(Quotas quotas) throws Trouble {
    var what = "look at the quotas of namespace " + orders.namespace();
    for (var quota : api.list(what, Kind.QUOTA.path(orders.namespace()), "")) {
      quotas.count(quota);
    }
    return quotas
        .full()
        .<Finding>map(which -> new Finding.Bad(Aspect.QUOTA, new Fault.Quota(what, which)))
        .orElseGet(() -> new Finding.Good(Aspect.QUOTA, "no quota of the namespace is used up"));
  }

  @Override
  public String place() {
    return "namespace %s at %s".formatted(orders.namespace(), api.address());
  }

  @Override
  public MachineDriver machines() {
    return machines;
  }

  @Override
  public Optional<BalancerDriver> balancers() {
    return Optional.of(new HarvesterBalancers(api, orders.namespace(), settings.networkName()));
  }

  @Override
  public Optional<ImageDriver> images() {
    return Optional.of(new HarvesterImages(api, orders.namespace()));
  }

  @Override
  public void close() {
    api.close();
  }
}
