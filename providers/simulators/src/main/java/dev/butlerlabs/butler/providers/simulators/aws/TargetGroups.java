package dev.butlerlabs.butler.providers.simulators.aws;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The target groups of one region. */
final class TargetGroups {

  private final Ec2 ec2;
  private final UnaryOperator<String> newArn;
  private final Map<String, TargetGroup> groups = new TreeMap<>();

  TargetGroups(Ec2 ec2, UnaryOperator<String> newArn) {
    this.ec2 = ec2;
    this.newArn = newArn;
  }

  Element create(Parameters call) {
    var name = Balancing.named(call);
    var made = TargetGroup.of(newArn.apply(name), name, call);
    made.tags.putAll(Tags.checked(call.tags("Tags.member")));
    var known = groups.values().stream().filter(group -> group.name.equals(name)).findFirst();
    if (known.isPresent()) {
      if (known.get().sameAs(made)) {
        return rows(List.of(known.get()));
      }
      throw Refused.because(
          "DuplicateTargetGroupName",
          "A target group with the same name '%s' exists, but with different settings"
              .formatted(name));
    }
    groups.put(made.arn, made);
    return rows(List.of(made));
  }

  Element describe(Parameters call) {
    var names = call.texts("Names.member");
    for (var name : names) {
      if (groups.values().stream().noneMatch(group -> group.name.equals(name))) {
        throw Balancing.missing("TargetGroup", "One or more target groups");
      }
    }
    return rows(
        groups.values().stream()
            .filter(group -> names.isEmpty() || names.contains(group.name))
            .toList());
  }

  Element modify(Parameters call) {
    var group = require(call);
    call.find("HealthCheckPort").ifPresent(port -> group.healthCheckPort = port);
    return rows(List.of(group));
  }

  private static Element rows(List<TargetGroup> rows) {
    return Element.members("TargetGroups", rows, TargetGroup::row);
  }

  TargetGroup require(Parameters call) {
    var group = groups.get(call.text("TargetGroupArn"));
    if (group == null) {
      throw Balancing.missing("TargetGroup", "One or more target groups");
    }
    return group;
  }

  void register(Parameters call) {
    require(call).register(call.list("Targets.member"), ec2.now());
  }

  void deregister(Parameters call) {
    require(call).deregister(call.list("Targets.member"), ec2.now());
  }

  Element health(Parameters call) {
    UnaryOperator<String> state =
        address ->
            ec2.instances.values().stream()
                    .anyMatch(some -> some.exists() && some.address.equals(address))
                ? "healthy"
                : "unhealthy";
    return Element.members(
        "TargetHealthDescriptions",
        require(call).health(ec2.now(), state),
        TargetGroup.Health::row);
  }

  void remove(String arn) {
    groups.remove(arn);
  }

  Optional<Map<String, String>> tags(String arn) {
    return Optional.ofNullable(groups.get(arn)).map(group -> group.tags);
  }

  Set<String> registered(String arn) {
    return Optional.ofNullable(groups.get(arn)).map(TargetGroup::registered).orElse(Set.of());
  }

  Set<String> arns() {
    return Set.copyOf(groups.keySet());
  }
}
