package dev.butlerlabs.butler.providers.simulators.aws;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Load balancers and listeners of one region. Whoever calls holds the lock. */
final class Balancing {

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9-]{0,30}[A-Za-z0-9])?");
  private static final Duration PROVISIONING = Duration.ofSeconds(30);

  /** How long a group is still held by a balancer that was deleted. */
  private static final Duration LETTING_GO = Duration.ofSeconds(20);

  final TargetGroups groups;
  private final Ec2 ec2;
  private final Map<String, Balancer> balancers = new TreeMap<>();
  private final Map<String, Listener> listeners = new TreeMap<>();
  private final Map<String, Instant> heldUntil = new TreeMap<>();

  Balancing(Ec2 ec2) {
    this.ec2 = ec2;
    this.groups = new TargetGroups(ec2, name -> arn("targetgroup", name));
  }

  record Balancer(
      String arn,
      String name,
      String scheme,
      String type,
      Set<String> subnets,
      Instant created,
      Map<String, String> tags) {

    String dns() {
      return name.toLowerCase(Locale.ROOT) + ".elb." + AwsStandIn.REGION + ".amazonaws.com";
    }
  }

  record Listener(String arn, String balancer, int port, String group) {}

  static Refused missing(String kind, String what) {
    return Refused.because(kind + "NotFound", what + " not found");
  }

  static String named(Parameters call) {
    var name = call.text("Name");
    if (!NAME.matcher(name).matches() || name.startsWith("internal-")) {
      throw Refused.because(
          "ValidationError",
          "The load balancer name '%s' must be 32 letters, digits or hyphens".formatted(name));
    }
    return name;
  }

  private String arn(String kind, String name) {
    return "arn:aws:elasticloadbalancing:%s:%s:%s/%s/%s"
        .formatted(AwsStandIn.REGION, Images.ACCOUNT, kind, name, ec2.newId("x").substring(2, 18));
  }

  Element createBalancer(Parameters call) {
    var name = named(call);
    var subnets = new LinkedHashSet<>(call.texts("Subnets.member"));
    var zones = subnets.stream().map(this::zone).toList();
    if (subnets.isEmpty() || zones.size() != Set.copyOf(zones).size()) {
      throw Refused.because(
          "InvalidConfigurationRequest", "A load balancer has one subnet in each of its zones");
    }
    var made =
        new Balancer(
            arn("loadbalancer/net", name),
            name,
            call.find("Scheme").orElse("internet-facing"),
            call.find("Type").orElse("application"),
            subnets,
            ec2.now(),
            new TreeMap<>(Tags.checked(call.tags("Tags.member"))));
    var known = byName(name);
    if (known != null) {
      // AWS gives back what has the same settings, whoever made it; tags are no settings.
      if (known.scheme().equals(made.scheme())
          && known.type().equals(made.type())
          && known.subnets().equals(made.subnets())) {
        return balancerRows(List.of(known));
      }
      throw Refused.because(
          "DuplicateLoadBalancerName",
          "A load balancer with the same name '%s' exists, but with different settings"
              .formatted(name));
    }
    balancers.put(made.arn(), made);
    return balancerRows(List.of(made));
  }

  private String zone(String subnet) {
    return ec2.network.subnets().stream()
        .filter(some -> some.id().equals(subnet))
        .findFirst()
        .map(Network.Subnet::zone)
        .orElseThrow(() -> missing("Subnet", "The subnet ID '" + subnet + "'"));
  }

  private @Nullable Balancer byName(String name) {
    return balancers.values().stream()
        .filter(balancer -> balancer.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  Element describeBalancers(Parameters call) {
    var names = call.texts("Names.member");
    for (var name : names) {
      if (byName(name) == null) {
        throw missing("LoadBalancer", "Load balancers '[" + name + "]'");
      }
    }
    return balancerRows(
        balancers.values().stream()
            .filter(balancer -> names.isEmpty() || names.contains(balancer.name()))
            .toList());
  }

  private Element balancerRows(List<Balancer> rows) {
    return Element.members(
        "LoadBalancers",
        rows,
        balancer ->
            List.of(
                Element.leaf("LoadBalancerArn", balancer.arn()),
                Element.leaf("LoadBalancerName", balancer.name()),
                Element.leaf("DNSName", balancer.dns()),
                Element.leaf("Scheme", balancer.scheme()),
                Element.leaf("Type", balancer.type()),
                Element.leaf("VpcId", Network.VPC),
                Element.of(
                    "State",
                    Element.leaf(
                        "Code",
                        ec2.now().isBefore(balancer.created().plus(PROVISIONING))
                            ? "provisioning"
                            : "active"))));
  }

  /** What is not there is as good as deleted. */
  void deleteBalancer(String arn) {
    if (balancers.remove(arn) != null) {
      for (var listener : List.copyOf(listeners.values())) {
        if (listener.balancer().equals(arn)) {
          listeners.remove(listener.arn());
          heldUntil.put(listener.group(), ec2.now().plus(LETTING_GO));
        }
      }
    }
  }

  void deleteGroup(String arn) {
    var held =
        listeners.values().stream().anyMatch(listener -> listener.group().equals(arn))
            || ec2.now().isBefore(heldUntil.getOrDefault(arn, Instant.EPOCH));
    if (held) {
      throw Refused.because(
          "ResourceInUse",
          "Target group '%s' is currently in use by a listener or a rule".formatted(arn));
    }
    groups.remove(arn);
  }

  Element createListener(Parameters call) {
    var balancer = call.text("LoadBalancerArn");
    if (!balancers.containsKey(balancer)) {
      throw missing("LoadBalancer", "Load balancer '" + balancer + "'");
    }
    var action = call.below("DefaultActions.member.1");
    var group = groups.require(action).arn;
    var port = call.number("Port", 0);
    for (var known : listeners.values()) {
      if (known.balancer().equals(balancer) && known.port() == port) {
        if (known.group().equals(group)) {
          return listenerRows(List.of(known));
        }
        throw Refused.because("DuplicateListener", "A listener already exists on this port");
      }
    }
    var made = new Listener(arn("listener/net", "l"), balancer, port, group);
    listeners.put(made.arn(), made);
    return listenerRows(List.of(made));
  }

  List<Element> describeListeners(Parameters call) {
    var balancer = call.text("LoadBalancerArn");
    if (!balancers.containsKey(balancer)) {
      throw missing("LoadBalancer", "Load balancer '" + balancer + "'");
    }
    var found = listeners.values().stream().filter(one -> one.balancer().equals(balancer)).toList();
    var page = Filters.Page.marked(found, call, ec2.longestPage);
    return page.next().isEmpty()
        ? List.of(listenerRows(page.rows()))
        : List.of(listenerRows(page.rows()), Element.leaf("NextMarker", page.next()));
  }

  private static Element listenerRows(List<Listener> rows) {
    return Element.members(
        "Listeners",
        rows,
        listener ->
            List.of(
                Element.leaf("ListenerArn", listener.arn()),
                Element.leaf("LoadBalancerArn", listener.balancer()),
                Element.leaf("Port", listener.port()),
                Element.leaf("Protocol", "TCP"),
                Element.members(
                    "DefaultActions",
                    List.of(listener.group()),
                    group ->
                        List.of(
                            Element.leaf("Type", "forward"),
                            Element.leaf("TargetGroupArn", group)))));
  }

  void deleteListener(String arn) {
    if (listeners.remove(arn) == null) {
      throw missing("Listener", "One or more listeners");
    }
  }

  Element describeTags(Parameters call) {
    return Element.members(
        "TagDescriptions",
        call.texts("ResourceArns.member"),
        arn ->
            List.of(
                Element.leaf("ResourceArn", arn),
                Element.members(
                    "Tags",
                    tags(arn).entrySet(),
                    tag ->
                        List.of(
                            Element.leaf("Key", tag.getKey()),
                            Element.leaf("Value", tag.getValue())))));
  }

  private Map<String, String> tags(String arn) {
    var balancer = balancers.get(arn);
    if (balancer != null) {
      return balancer.tags();
    }
    return groups.tags(arn).orElseThrow(() -> missing("LoadBalancer", arn));
  }

  /** Somebody adds a listener to the balancer of this name, in front of the same group. */
  void stray(String name, int port) {
    var balancer =
        balancers.values().stream()
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow();
    var group =
        listeners.values().stream()
            .filter(one -> one.balancer().equals(balancer.arn()))
            .findFirst()
            .orElseThrow()
            .group();
    var made = new Listener(arn("listener/net", "l"), balancer.arn(), port, group);
    listeners.put(made.arn(), made);
  }

  /** Somebody else's, of this name. */
  void foreign(String name) {
    var arn = arn("loadbalancer/net", name);
    balancers.put(
        arn,
        new Balancer(
            arn,
            name,
            "internal",
            "network",
            new LinkedHashSet<>(List.of("subnet-0a", "subnet-0b")),
            Instant.EPOCH,
            new TreeMap<>()));
  }

  List<AwsStandIn.SeenBalancer> seen() {
    return balancers.values().stream()
        .map(
            balancer ->
                new AwsStandIn.SeenBalancer(
                    balancer.name(), balancer.scheme(), serving(balancer), balancer.tags()))
        .toList();
  }

  private List<String> serving(Balancer balancer) {
    return listeners.values().stream()
        .filter(listener -> listener.balancer().equals(balancer.arn()))
        .flatMap(
            listener ->
                groups.registered(listener.group()).stream()
                    .map(target -> listener.port() + " to " + target))
        .sorted()
        .toList();
  }

  Set<String> things() {
    var things = new TreeSet<>(groups.arns());
    things.addAll(listeners.keySet());
    return things;
  }
}
