package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.kernel.Checksum;
import dev.butlerlabs.butler.providers.aws.machines.BalancingApi.Balancer;
import dev.butlerlabs.butler.providers.aws.machines.BalancingApi.Group;
import dev.butlerlabs.butler.providers.aws.machines.BalancingApi.Pair;
import dev.butlerlabs.butler.providers.aws.machines.Ec2Api.Subnet;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerDriver;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerId;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder.Target;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState.Absent;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState.Ready;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState.Unclear;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState.Underway;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import dev.butlerlabs.butler.providers.spi.identity.ProviderId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Network load balancers: each is a balancer, a listener and a target group of one name. */
final class AwsBalancers implements BalancerDriver {

  /** Names have 32 characters, and ten are ours. */
  private static final int LONGEST_CLUSTER = 20;

  private final BalancingApi api;
  private final Ec2Api ec2;
  private final Choice choice;

  AwsBalancers(BalancingApi api, Ec2Api ec2, Choice choice) {
    this.api = api;
    this.ec2 = ec2;
    this.choice = choice;
  }

  /** One name for the balancer and its group; two clusters of one name do not share it. */
  static String name(BalancerId id) {
    var cluster = id.cluster().replaceAll("[^A-Za-z0-9-]", "-");
    var cut = cluster.substring(0, Math.min(LONGEST_CLUSTER, cluster.length()));
    return ("b-" + Checksum.of(id.uid()).text().substring(0, 8) + "-" + cut).replaceAll("-+$", "");
  }

  @Override
  public List<Fault> validate(BalancerOrder order) {
    try {
      choice.subnets();
      return List.of();
    } catch (Trouble trouble) {
      return List.of(trouble.fault());
    }
  }

  @Override
  public BalancerState observe(BalancerId id, Memo memo) {
    return answer(
        () -> {
          var found = api.find(name(id), id.uid());
          var balancer = ours(found);
          var group = ourGroup(found);
          if (balancer.isEmpty() && group.isEmpty()) {
            return new Absent();
          }
          if (balancer.isEmpty() || group.isEmpty()) {
            return new Underway("half made", memo);
          }
          return api.listeners(name(id), balancer.get()).isEmpty()
              ? new Underway("half made", memo)
              : state(balancer.get(), api.targets(name(id), group.get()).size(), memo);
        });
  }

  private static Optional<Balancer> ours(Pair found) {
    return found.balancer().filter(BalancingApi.Owned::ours).map(BalancingApi.Owned::thing);
  }

  private static Optional<Group> ourGroup(Pair found) {
    return found.group().filter(BalancingApi.Owned::ours).map(BalancingApi.Owned::thing);
  }

  private static BalancerState state(Balancer balancer, int targets, Memo memo) {
    return balancer.active()
        ? new Ready(balancer.dns(), balancer.arn(), targets)
        : new Underway("AWS says: " + balancer.state(), memo);
  }

  @Override
  public BalancerState ensure(BalancerId id, BalancerOrder order, Memo memo) {
    return answer(
        () -> {
          var name = name(id);
          var found = api.find(name, id.uid());
          if (found.balancer().isPresent() && ours(found).isEmpty()) {
            return conflict(id, "load balancer " + name);
          }
          if (found.group().isPresent() && ourGroup(found).isEmpty()) {
            return conflict(id, "target group " + name);
          }
          if (ours(found).isEmpty() || ourGroup(found).isEmpty()) {
            return make(id, order, found, memo);
          }
          return furnish(name, order, ours(found).get(), ourGroup(found).get(), memo);
        });
  }

  private static BalancerState conflict(BalancerId id, String holder) {
    return new Unclear(
        new Fault.Conflict("make the load balancer of cluster " + id.cluster(), holder));
  }

  /** What was made is looked at before it is used: AWS gives back somebody else's that is alike. */
  private BalancerState make(BalancerId id, BalancerOrder order, Pair found, Memo memo)
      throws Trouble {
    var name = name(id);
    var subnets = onePerZone(choice.subnets());
    var tags = new Ownership(id.uid(), id.cluster()).tags();
    if (found.group().isEmpty()) {
      var vpc = subnets.getFirst().vpc();
      api.createGroup(name, vpc, order.port(), order.healthCheckPort(), tags);
    }
    if (found.balancer().isEmpty()) {
      // Where machines get public addresses, the balancer may be reached from everywhere as well.
      var open = subnets.stream().allMatch(Subnet::publicAddresses);
      api.createBalancer(name, open, subnets.stream().map(Subnet::id).toList(), tags);
    }
    return new Underway("making load balancer " + name, memo);
  }

  private static List<Subnet> onePerZone(List<Subnet> subnets) {
    var byZone = new LinkedHashMap<String, Subnet>();
    subnets.forEach(subnet -> byZone.putIfAbsent(subnet.zone(), subnet));
    return List.copyOf(byZone.values());
  }

  private BalancerState furnish(
      String name, BalancerOrder order, Balancer balancer, Group group, Memo memo) throws Trouble {
    if (!group.healthCheckPort().equals(String.valueOf(order.healthCheckPort()))) {
      api.checkAt(name, group, order.healthCheckPort());
    }
    var listens = false;
    for (var listener : api.listeners(name, balancer)) {
      if (listener.port() == order.port() && listener.group().equals(group.arn())) {
        listens = true;
      } else {
        api.deleteListener(name, listener);
      }
    }
    if (!listens) {
      api.createListener(name, balancer, group, order.port());
    }
    var unknown = new ArrayList<Fault>();
    var wanted = wanted(name, order, unknown);
    var there = api.targets(name, group);
    var missing = new LinkedHashSet<>(wanted);
    missing.removeAll(there);
    if (!missing.isEmpty()) {
      api.register(name, group, missing);
    }
    var extra = new LinkedHashSet<>(there);
    extra.removeAll(wanted);
    if (!extra.isEmpty()) {
      api.deregister(name, group, extra);
    }
    return unknown.isEmpty()
        ? state(balancer, wanted.size(), memo)
        : new Unclear(unknown.getFirst());
  }

  private Set<Map.Entry<String, Integer>> wanted(
      String name, BalancerOrder order, List<Fault> unknown) throws Trouble {
    var wanted = new LinkedHashSet<Map.Entry<String, Integer>>();
    for (var target : order.targets()) {
      var address = address(target);
      address.ifPresent(ip -> wanted.add(Map.entry(ip, order.port())));
      if (address.isEmpty()) {
        unknown.add(
            new Fault.NotFound(
                "register targets at " + name,
                "machine " + text(target),
                "EC2 shows no machine of it with an address"));
      }
    }
    return wanted;
  }

  /** Targets are addresses, so that a machine can reach itself through the balancer. */
  private Optional<String> address(Target target) throws Trouble {
    if (present(target.ip())) {
      return Optional.ofNullable(target.ip());
    }
    var query = Ec2Api.alive(new Query());
    var instance = instance(target.instanceId());
    if (instance.isPresent()) {
      query.filter("instance-id", instance.get());
    } else if (target.instanceName() != null) {
      query
          .filter("tag:Name", target.instanceName())
          .filter("tag:" + Ownership.MANAGED_BY, Ownership.BUTLER);
    } else {
      return Optional.empty();
    }
    return ec2.instances("look for machine " + text(target), query).stream()
        .flatMap(found -> found.addresses().stream())
        .findFirst();
  }

  private static Optional<String> instance(@Nullable String id) {
    return Optional.ofNullable(id)
        .flatMap(text -> ProviderId.parse(ProviderType.AWS, text))
        .map(parsed -> parsed instanceof ProviderId.Aws aws ? aws.instance() : "");
  }

  private static boolean present(@Nullable String text) {
    return text != null && !text.isEmpty();
  }

  private static String text(Target target) {
    return present(target.instanceName())
        ? String.valueOf(target.instanceName())
        : String.valueOf(target.instanceId());
  }

  @Override
  public BalancerState remove(BalancerId id, Memo memo) {
    return answer(
        () -> {
          var name = name(id);
          var found = api.find(name, id.uid());
          if (ours(found).isPresent()) {
            api.delete(name, ours(found).get());
            return new Underway("removing load balancer " + name, memo);
          }
          if (ourGroup(found).isPresent()) {
            var gone = api.delete(name, ourGroup(found).get());
            return gone ? new Absent() : new Underway("removing target group " + name, memo);
          }
          return new Absent();
        });
  }

  /** One step, with its trouble turned into an answer. */
  private interface Step {
    BalancerState take() throws Trouble;
  }

  private static BalancerState answer(Step step) {
    try {
      return step.take();
    } catch (Trouble trouble) {
      return new Unclear(trouble.fault());
    }
  }
}
