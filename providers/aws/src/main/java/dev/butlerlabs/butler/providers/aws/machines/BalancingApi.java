package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The calls of Elastic Load Balancing that balancers need, in our words. */
final class BalancingApi {

  /** A balancer has 50 listeners at most, so that this is never reached. */
  private static final int MOST_PAGES = 100;

  private final AwsClient client;

  BalancingApi(AwsClient client) {
    this.client = client;
  }

  record Balancer(String arn, String dns, boolean active, String state) {}

  record Group(String arn, String healthCheckPort) {}

  record Listener(String arn, int port, String group) {}

  /** One thing of a name: whose it is, and what it is. */
  record Owned<T>(T thing, boolean ours) {}

  /** Both things of a name; either may be missing. */
  record Pair(Optional<Owned<Balancer>> balancer, Optional<Owned<Group>> group) {}

  Pair find(String name, String uid) throws Trouble {
    var balancer =
        first("look for load balancer " + name, "DescribeLoadBalancers", name, "LoadBalancers")
            .map(
                xml ->
                    new Balancer(
                        xml.text("LoadBalancerArn"),
                        xml.text("DNSName"),
                        xml.text("State", "Code").startsWith("active"),
                        xml.text("State", "Code")));
    var group =
        first("look for target group " + name, "DescribeTargetGroups", name, "TargetGroups")
            .map(xml -> new Group(xml.text("TargetGroupArn"), xml.text("HealthCheckPort")));
    var arns = new ArrayList<String>();
    balancer.ifPresent(found -> arns.add(found.arn()));
    group.ifPresent(found -> arns.add(found.arn()));
    var ours = arns.isEmpty() ? Set.<String>of() : ours(arns, uid);
    return new Pair(
        balancer.map(found -> new Owned<>(found, ours.contains(found.arn()))),
        group.map(found -> new Owned<>(found, ours.contains(found.arn()))));
  }

  private Optional<Xml> first(String what, String action, String name, String list) throws Trouble {
    try {
      return client
          .call(what, action, new Query().with("Names.member.1", name))
          .list(list(action), list)
          .stream()
          .findFirst();
    } catch (Trouble trouble) {
      if (trouble.code().matches("(LoadBalancer|TargetGroup)NotFound")) {
        return Optional.empty();
      }
      throw trouble;
    }
  }

  /** Answers of this service stand in a wrapper. */
  private static String list(String action) {
    return action + "Result";
  }

  private Set<String> ours(Collection<String> arns, String uid) throws Trouble {
    var action = "DescribeTags";
    var answer =
        client.call("look whose they are", action, new Query().list("ResourceArns.member", arns));
    var ours = new TreeSet<String>();
    for (var described : answer.list(list(action), "TagDescriptions")) {
      if (Ownership.proves(described.tags("Tags"), uid)) {
        ours.add(described.text("ResourceArn"));
      }
    }
    return ours;
  }

  void createBalancer(
      String name, boolean open, Collection<String> subnets, Map<String, String> tags)
      throws Trouble {
    client.call(
        "make load balancer " + name,
        "CreateLoadBalancer",
        new Query()
            .with("Name", name)
            .with("Type", "network")
            .with("Scheme", open ? "internet-facing" : "internal")
            .with("IpAddressType", "ipv4")
            .list("Subnets.member", subnets)
            .tags("Tags.member", tags));
  }

  void createGroup(String name, String vpc, int port, int healthPort, Map<String, String> tags)
      throws Trouble {
    client.call(
        "make target group " + name,
        "CreateTargetGroup",
        new Query()
            .with("Name", name)
            .with("Protocol", "TCP")
            .with("Port", port)
            .with("VpcId", vpc)
            .with("TargetType", "ip")
            .with("HealthCheckProtocol", "TCP")
            .with("HealthCheckPort", healthPort)
            .with("HealthCheckIntervalSeconds", 10)
            .with("HealthyThresholdCount", 2)
            .with("UnhealthyThresholdCount", 2)
            .tags("Tags.member", tags));
  }

  void checkAt(String name, Group group, int healthPort) throws Trouble {
    client.call(
        "change the health check of target group " + name,
        "ModifyTargetGroup",
        new Query().with("TargetGroupArn", group.arn()).with("HealthCheckPort", healthPort));
  }

  List<Listener> listeners(String name, Balancer balancer) throws Trouble {
    var action = "DescribeListeners";
    var what = "look for the listeners of " + name;
    var query = new Query().with("LoadBalancerArn", balancer.arn());
    var all = new ArrayList<Listener>();
    for (var page = 0; page < MOST_PAGES; page++) {
      var answer = client.call(what, action, query);
      answer.list(list(action), "Listeners").forEach(xml -> all.add(listener(xml)));
      var next = answer.text(list(action), "NextMarker");
      if (next.isEmpty()) {
        return all;
      }
      query.with("Marker", next);
    }
    throw new Trouble(new Fault.Unavailable(what, "the list has no end"));
  }

  private static Listener listener(Xml xml) {
    return new Listener(
        xml.text("ListenerArn"),
        xml.number("Port"),
        xml.list("DefaultActions").stream()
            .findFirst()
            .map(rule -> rule.text("TargetGroupArn"))
            .orElse(""));
  }

  void createListener(String name, Balancer balancer, Group group, int port) throws Trouble {
    client.call(
        "make the listener of " + name,
        "CreateListener",
        new Query()
            .with("LoadBalancerArn", balancer.arn())
            .with("Protocol", "TCP")
            .with("Port", port)
            .with("DefaultActions.member.1.Type", "forward")
            .with("DefaultActions.member.1.TargetGroupArn", group.arn()));
  }

  void deleteListener(String name, Listener listener) throws Trouble {
    gone(
        "remove a listener of " + name,
        "DeleteListener",
        new Query().with("ListenerArn", listener.arn()));
  }

  /** Addresses and ports; those that are on their way out do not count. */
  Set<Map.Entry<String, Integer>> targets(String name, Group group) throws Trouble {
    var action = "DescribeTargetHealth";
    var found = new LinkedHashSet<Map.Entry<String, Integer>>();
    client
        .call(
            "look at the targets of " + name,
            action,
            new Query().with("TargetGroupArn", group.arn()))
        .list(list(action), "TargetHealthDescriptions")
        .stream()
        .filter(xml -> !xml.text("TargetHealth", "State").equals("draining"))
        .forEach(
            xml -> found.add(Map.entry(xml.text("Target", "Id"), xml.number("Target", "Port"))));
    return found;
  }

  void register(String name, Group group, Collection<Map.Entry<String, Integer>> targets)
      throws Trouble {
    client.call("register targets at " + name, "RegisterTargets", targets(group, targets));
  }

  void deregister(String name, Group group, Collection<Map.Entry<String, Integer>> targets)
      throws Trouble {
    client.call("take targets away from " + name, "DeregisterTargets", targets(group, targets));
  }

  private static Query targets(Group group, Collection<Map.Entry<String, Integer>> targets) {
    var query = new Query().with("TargetGroupArn", group.arn());
    var number = 0;
    for (var target : targets) {
      var prefix = "Targets.member." + ++number;
      query.with(prefix + ".Id", target.getKey()).with(prefix + ".Port", target.getValue());
    }
    return query;
  }

  void delete(String name, Balancer balancer) throws Trouble {
    gone(
        "remove load balancer " + name,
        "DeleteLoadBalancer",
        new Query().with("LoadBalancerArn", balancer.arn()));
  }

  /** False while a balancer that was deleted still holds it. */
  boolean delete(String name, Group group) throws Trouble {
    try {
      gone(
          "remove target group " + name,
          "DeleteTargetGroup",
          new Query().with("TargetGroupArn", group.arn()));
      return true;
    } catch (Trouble trouble) {
      if (trouble.fault() instanceof Fault.Busy) {
        return false;
      }
      throw trouble;
    }
  }

  private void gone(String what, String action, Query query) throws Trouble {
    try {
      client.call(what, action, query);
    } catch (Trouble trouble) {
      if (!(trouble.fault() instanceof Fault.NotFound)) {
        throw trouble;
      }
    }
  }
}
