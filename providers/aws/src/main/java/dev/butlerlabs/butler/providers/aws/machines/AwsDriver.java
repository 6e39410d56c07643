package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.api.infra.AwsSettings;
import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Preflight;
import dev.butlerlabs.butler.providers.spi.Preflight.Aspect;
import dev.butlerlabs.butler.providers.spi.Preflight.Finding;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerDriver;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Boot;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One account of AWS in one region. */
final class AwsDriver implements Driver {

  private static final MachineId NOBODY = new MachineId("preflight", "preflight");

  private final AwsClient client;
  private final AwsClient balancing;
  private final AwsClient files;
  private final AwsClient quotas;
  private final Ec2Api ec2;
  private final AwsSettings settings;
  private final String place;
  private final Choice choice;
  private final AwsMachines machines;
  private final AwsBalancers balancers;
  private final AwsImages images;

  /**
   * One account.
   *
   * @param number of the account, where it is known without a call
   */
  AwsDriver(
      Optional<String> number,
      AwsClient client,
      AwsClient balancing,
      AwsClient files,
      AwsClient quotas,
      AwsSettings settings,
      InstantSource clock) {
    this.client = client;
    this.balancing = balancing;
    this.files = files;
    this.quotas = quotas;
    this.ec2 = new Ec2Api(client);
    this.settings = settings;
    this.place =
        number.map("account %s, "::formatted).orElse("")
            + "region %s at %s".formatted(settings.region(), client.address());
    this.choice = new Choice(ec2, settings);
    this.machines = new AwsMachines(ec2, settings, clock);
    this.balancers = new AwsBalancers(new BalancingApi(balancing), ec2, choice);
    this.images = new AwsImages(new ImportApi(client, files, ec2), settings.region(), clock);
  }

  @Override
  public Preflight validate() {
    var findings = new ArrayList<Finding>();
    try {
      var zones = ec2.zones();
      findings.add(new Finding.Good(Aspect.CREDENTIALS, "zones " + String.join(", ", zones)));
    } catch (Trouble trouble) {
      // An account that may not look at zones has been let in nevertheless.
      findings.add(
          trouble.fault() instanceof Fault.Forbidden
              ? new Finding.Good(Aspect.CREDENTIALS, "known to AWS")
              : new Finding.Bad(Aspect.CREDENTIALS, trouble.fault()));
      if (!(trouble.fault() instanceof Fault.Forbidden)) {
        return new Preflight(null, findings);
      }
      findings.add(new Finding.Bad(Aspect.PERMISSIONS, trouble.fault()));
    }
    look(findings, Aspect.NETWORK, this::network);
    look(findings, Aspect.IMAGE, this::image);
    look(findings, Aspect.PERMISSIONS, this::permissions);
    var room =
        AwsRoom.look(quotas, ec2, settings.instanceType() == null ? "" : settings.instanceType());
    AwsRoom.finding(room).ifPresent(findings::add);
    return new Preflight(
        "EC2 %s in %s".formatted(AwsClient.Service.EC2.version(), settings.region()),
        findings,
        room);
  }

  private interface Look {
    Finding at() throws Trouble;
  }

  private static void look(List<Finding> findings, Aspect aspect, Look look) {
    try {
      findings.add(look.at());
    } catch (Trouble trouble) {
      findings.add(
          new Finding.Bad(
              trouble.fault() instanceof Fault.Forbidden ? Aspect.PERMISSIONS : aspect,
              trouble.fault()));
    }
  }

  private Finding network() throws Trouble {
    var subnets = choice.subnets();
    if (!settings.securityGroupIDs().isEmpty()) {
      ec2.requireGroups(settings.securityGroupIDs());
    }
    var free = subnets.stream().mapToInt(Ec2Api.Subnet::free).sum();
    return free == 0
        ? new Finding.Bad(
            Aspect.QUOTA,
            new Fault.Quota("look for free addresses", "no subnet has a free address"))
        : new Finding.Good(
            Aspect.NETWORK, "%d subnets with %d free addresses".formatted(subnets.size(), free));
  }

  private Finding image() throws Trouble {
    return settings.ami() == null || settings.ami().isEmpty()
        ? new Finding.Good(Aspect.IMAGE, "each machine names its own")
        : new Finding.Good(Aspect.IMAGE, "image " + choice.image(settings.ami()).id());
  }

  /** EC2 tries an order out and makes nothing; it needs an image for that. */
  private Finding permissions() throws Trouble {
    if (settings.ami() == null || settings.ami().isEmpty()) {
      return new Finding.Good(
          Aspect.PERMISSIONS, "to look; to make machines is found out with the first one");
    }
    var image = choice.image(settings.ami());
    var smallest =
        new MachineOrder(
            new Hardware(1, 1, Math.max(1, image.sizeGiB()), List.of()),
            Boot.unconfigured(image.id()),
            new Addressing.Dhcp(),
            new Placement("", MachineRole.WORKER),
            Map.of());
    var note =
        new Note(
            0,
            choice.subnets().getFirst().id(),
            image.id(),
            image.rootDevice(),
            0,
            Instant.EPOCH,
            Instant.EPOCH,
            List.of());
    var type = choice.type(smallest);
    var query = LaunchOrder.of(NOBODY, smallest, note, type.name(), settings).with("DryRun", true);
    try {
      ec2.run("try out to make a machine", query);
    } catch (Trouble trouble) {
      if (!trouble.code().equals("DryRunOperation")) {
        throw trouble;
      }
    }
    return new Finding.Good(Aspect.PERMISSIONS, "machines may be made");
  }

  @Override
  public String place() {
    return place;
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
    balancing.close();
    files.close();
    quotas.close();
  }
}
