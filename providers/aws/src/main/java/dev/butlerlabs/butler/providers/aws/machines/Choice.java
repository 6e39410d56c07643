package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.infra.AwsSettings;
import dev.butlerlabs.butler.providers.aws.InstanceTypes;
import dev.butlerlabs.butler.providers.aws.machines.Ec2Api.Image;
import dev.butlerlabs.butler.providers.aws.machines.Ec2Api.Subnet;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks up what an order needs: an instance type, an image, a subnet. Changes nothing. */
final class Choice {

  /** An image of another account is named with that account; a name alone could be anybody's. */
  private static final Pattern OWNED = Pattern.compile("(\\d{12}|amazon|aws-marketplace)/(.+)");

  private final Ec2Api ec2;
  private final AwsSettings settings;

  Choice(Ec2Api ec2, AwsSettings settings) {
    this.ec2 = ec2;
    this.settings = settings;
  }

  /** Everything that stands against an order. */
  List<Fault> problems(MachineOrder order) {
    var problems = new ArrayList<>(Demands.problems(order));
    attempt(problems, () -> image(order, type(order)));
    attempt(problems, () -> subnets(order));
    return problems;
  }

  private interface Look {
    Object at() throws Trouble;
  }

  private static void attempt(List<Fault> problems, Look look) {
    try {
      look.at();
    } catch (Trouble trouble) {
      problems.add(trouble.fault());
    }
  }

  /** The type the ProviderConfig names, if it is large enough; else the smallest that is. */
  Ec2Api.Type type(MachineOrder order) throws Trouble {
    var wanted = order.hardware();
    var named = settings.instanceType();
    if (named == null || named.isEmpty()) {
      var size =
          InstanceTypes.TABLE
              .smallestFor(wanted)
              .orElseThrow(
                  () ->
                      new Trouble(
                          Demands.invalid(
                              "spec.cpu and spec.memoryMB",
                              "no known instance type has %d CPUs and %d MB"
                                  .formatted(wanted.cpu(), wanted.memoryMB()))));
      return new Ec2Api.Type(size.name(), size.cpu(), size.memoryMiB(), List.of("x86_64"));
    }
    var type =
        ec2.type(named)
            .orElseThrow(
                () ->
                    new Trouble(
                        new Fault.NotFound(
                            Demands.WHAT, "instance type " + named, "the region has none")));
    if (type.cpu() < wanted.cpu() || type.memoryMiB() < wanted.memoryMB()) {
      throw new Trouble(
          Demands.invalid(
              "spec.aws.instanceType of the ProviderConfig",
              "%s has %d CPUs and %d MiB, which is less than the %d CPUs and %d MB asked for"
                  .formatted(
                      named, type.cpu(), type.memoryMiB(), wanted.cpu(), wanted.memoryMB())));
    }
    return type;
  }

  Image image(MachineOrder order, Ec2Api.Type type) throws Trouble {
    var named = order.boot().image();
    var image = image(named == null || named.isEmpty() ? settings.ami() : named);
    if (!type.architectures().contains(image.architecture())) {
      throw new Trouble(
          Demands.invalid(
              "spec.image, or spec.aws.instanceType of the ProviderConfig",
              "image %s is for %s, instance type %s for %s"
                  .formatted(
                      image.id(),
                      image.architecture(),
                      type.name(),
                      String.join(", ", type.architectures()))));
    }
    if (image.sizeGiB() > order.hardware().diskGB()) {
      throw new Trouble(
          Demands.invalid(
              "spec.diskGB",
              "image %s has a disk of %d GiB, which does not fit into %d GB"
                  .formatted(image.id(), image.sizeGiB(), order.hardware().diskGB())));
    }
    return image;
  }

  /** By id, or by name: the newest of that name. */
  Image image(@Nullable String named) throws Trouble {
    if (named == null || named.isEmpty()) {
      throw new Trouble(
          Demands.invalid(
              "spec.image, or spec.aws.ami of the ProviderConfig", "no image is named"));
    }
    var what = "look for image " + named;
    var query = new Query();
    var owned = OWNED.matcher(named);
    if (named.startsWith("ami-")) {
      query.with("ImageId.1", named);
    } else if (owned.matches()) {
      query.with("Owner.1", owned.group(1)).filter("name", owned.group(2));
    } else {
      query.with("Owner.1", "self").filter("name", named);
    }
    return ec2.images(what, query.filter("state", "available")).stream()
        .max(Comparator.comparing(Image::created).thenComparing(Image::id))
        .orElseThrow(
            () ->
                new Trouble(
                    new Fault.NotFound(
                        what,
                        "image " + named,
                        "the account has none of this name in the region")));
  }

  /** Those of the ProviderConfig, or all of its VPC, or the defaults; with a fixed address, one. */
  List<Subnet> subnets(MachineOrder order) throws Trouble {
    var all = subnets();
    if (!(order.addressing() instanceof Addressing.Static fixed)) {
      return all;
    }
    var subnet =
        all.stream()
            .filter(some -> Spread.holds(some, fixed.host()))
            .findFirst()
            .orElseThrow(
                () ->
                    new Trouble(
                        Demands.invalid(
                            "the static address " + fixed.host(),
                            "no subnet of the ProviderConfig holds it")));
    if (!fixed.gateway().isEmpty() && !Spread.routes(subnet, fixed.gateway())) {
      throw new Trouble(
          Demands.invalid(
              "the gateway " + fixed.gateway(),
              "the router of subnet %s has the first address of %s"
                  .formatted(subnet.id(), subnet.cidr())));
    }
    return List.of(subnet);
  }

  List<Subnet> subnets() throws Trouble {
    var named = settings.subnetIDs();
    var query = new Query();
    if (!named.isEmpty()) {
      query.list("SubnetId", named);
    } else if (settings.vpcID() != null && !settings.vpcID().isEmpty()) {
      query.filter("vpc-id", settings.vpcID());
    } else {
      query.filter("default-for-az", "true");
    }
    var found = new ArrayList<>(ec2.subnets(query));
    found.sort(
        Comparator.<Subnet>comparingInt(subnet -> named.indexOf(subnet.id()))
            .thenComparing(Subnet::zone)
            .thenComparing(Subnet::id));
    if (found.isEmpty()) {
      throw new Trouble(
          new Fault.NotFound(
              "look for the subnets",
              "a subnet",
              "the ProviderConfig names none and its VPC has none"));
    }
    return found;
  }

  Subnet subnet(MachineId id, MachineOrder order) throws Trouble {
    var subnets = subnets(order);
    if (subnets.size() == 1) {
      return subnets.getFirst();
    }
    var query =
        new Query()
            .filter("tag:" + Ownership.MANAGED_BY, Ownership.BUTLER)
            .filter("tag:" + LaunchOrder.ROLE, LaunchOrder.role(order.placement()));
    if (!order.placement().cluster().isEmpty()) {
      query.filter("tag:" + Labels.CLUSTER, order.placement().cluster());
    }
    var perZone =
        ec2.instances("look where machines of the cluster are", Ec2Api.alive(query)).stream()
            .collect(Collectors.groupingBy(InstanceView::zone, Collectors.counting()));
    return Spread.choose(id, subnets, perZone);
  }
}
