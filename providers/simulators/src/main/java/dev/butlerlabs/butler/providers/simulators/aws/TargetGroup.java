package dev.butlerlabs.butler.providers.simulators.aws;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** Where a listener leads to. */
final class TargetGroup {

  private static final Duration CHECKING = Duration.ofSeconds(10);
  private static final Duration DRAINING = Duration.ofMinutes(5);

  final String arn;
  final String name;
  final Map<String, String> tags = new TreeMap<>();
  private final String protocol;
  private final String targetType;
  private final int port;
  String healthCheckPort;
  private final Map<String, Instant> registered = new TreeMap<>();
  private final Map<String, Instant> draining = new TreeMap<>();

  private TargetGroup(String arn, String name, Parameters call) {
    this.arn = arn;
    this.name = name;
    this.protocol = call.text("Protocol");
    this.targetType = call.find("TargetType").orElse("instance");
    this.port = call.number("Port", 0);
    this.healthCheckPort = call.find("HealthCheckPort").orElse("traffic-port");
  }

  static TargetGroup of(String arn, String name, Parameters call) {
    if (!call.text("VpcId").equals(Network.VPC)) {
      throw Refused.because(
          "ValidationError", "The VPC ID '" + call.text("VpcId") + "' is not found");
    }
    if (!call.text("HealthCheckPort").matches("|traffic-port|[1-9]\\d{0,4}")) {
      throw Refused.because("ValidationError", "Health check port must be a port");
    }
    return new TargetGroup(arn, name, call);
  }

  boolean sameAs(TargetGroup other) {
    return protocol.equals(other.protocol)
        && targetType.equals(other.targetType)
        && port == other.port
        && healthCheckPort.equals(other.healthCheckPort);
  }

  List<Element> row() {
    return List.of(
        Element.leaf("TargetGroupArn", arn),
        Element.leaf("TargetGroupName", name),
        Element.leaf("Protocol", protocol),
        Element.leaf("Port", port),
        Element.leaf("VpcId", Network.VPC),
        Element.leaf("TargetType", targetType),
        Element.leaf("HealthCheckPort", healthCheckPort));
  }

  /** A target, its port and how it does. */
  record Health(String id, int port, String state) {
    List<Element> row() {
      return List.of(
          Element.of("Target", Element.leaf("Id", id), Element.leaf("Port", port)),
          Element.of("TargetHealth", Element.leaf("State", state)));
    }
  }

  private String key(Parameters target) {
    var id = target.text("Id");
    var fits = targetType.equals("ip") ? id.matches("10\\.0(\\.\\d{1,3}){2}") : id.startsWith("i-");
    if (!fits) {
      throw Refused.because(
          "InvalidTarget",
          "The target '%s' is not of type %s in the VPC".formatted(id, targetType));
    }
    return id + ":" + target.number("Port", port);
  }

  void register(List<Parameters> targets, Instant now) {
    for (var target : targets) {
      var key = key(target);
      registered.putIfAbsent(key, now);
      draining.remove(key);
    }
  }

  /** What is not registered is as good as deregistered. */
  void deregister(List<Parameters> targets, Instant now) {
    for (var target : targets) {
      var key = key(target);
      if (registered.remove(key) != null) {
        draining.put(key, now.plus(DRAINING));
      }
    }
  }

  List<Health> health(Instant now, UnaryOperator<String> state) {
    draining.values().removeIf(until -> !now.isBefore(until));
    var all = new ArrayList<Health>();
    registered.forEach(
        (key, since) ->
            all.add(
                health(
                    key,
                    now.isBefore(since.plus(CHECKING))
                        ? "initial"
                        : state.apply(key.substring(0, key.indexOf(':'))))));
    draining.keySet().forEach(key -> all.add(health(key, "draining")));
    return all;
  }

  private static Health health(String key, String state) {
    var at = key.indexOf(':');
    return new Health(key.substring(0, at), Integer.parseInt(key.substring(at + 1)), state);
  }

  Set<String> registered() {
    return new TreeSet<>(registered.keySet());
  }
}
