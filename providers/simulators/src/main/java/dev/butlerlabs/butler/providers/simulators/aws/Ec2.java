package dev.butlerlabs.butler.providers.simulators.aws;

import dev.butlerlabs.butler.providers.simulators.aws.Instance.State;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Instances and volumes of one region. Whoever calls holds the lock. */
final class Ec2 {

  private static final String REASON = "Client.UserInitiatedShutdown";

  final InstantSource clock;
  final Network network = new Network();
  final Images images;
  final Map<String, Instance> instances = new LinkedHashMap<>();
  final Map<String, Volume> volumes = new TreeMap<>();
  final Set<String> keyPairs = new HashSet<>();
  final Set<String> zonesWithoutCapacity = new HashSet<>();
  private final Map<String, Instance> byToken = new TreeMap<>();
  private final Launch launch = new Launch(this);
  int vcpuLimit = 1000;
  int longestPage = 1000;
  Duration lag = Duration.ofSeconds(15);
  private int made;

  Ec2(InstantSource clock) {
    this.clock = clock;
    this.images = new Images(clock, this::newId);
  }

  Instant now() {
    return clock.instant();
  }

  String newId(String prefix) {
    return "%s-0%016x".formatted(prefix, 0x5eed_0000_0000L + ++made * 7919L);
  }

  void settle() {
    for (var instance : List.copyOf(instances.values())) {
      var before = instance.state();
      instance.settle(now());
      if (instance.state() == State.TERMINATED && before != State.TERMINATED) {
        release(instance);
      }
      if (instance.forgotten(now())) {
        instances.remove(instance.id);
      }
    }
  }

  private void release(Instance instance) {
    network.give(instance.address);
    for (var volume : List.copyOf(volumes.values())) {
      if (volume.instance().equals(instance.id)) {
        if (volume.deleteOnTermination) {
          volumes.remove(volume.id);
        } else {
          volume.detach();
        }
      }
    }
  }

  /** At once, as after somebody has waited for it. */
  void end(Instance instance) {
    instance.become(State.TERMINATED, now());
    instance.because(REASON);
    release(instance);
  }

  List<Element> run(Parameters order) {
    var token = order.text("ClientToken");
    var known = byToken.get(token);
    if (!token.isEmpty() && known != null) {
      if (!known.order.equals(order.all())) {
        throw Refused.because(
            "IdempotentParameterMismatch",
            "Arguments on this idempotent request are inconsistent with arguments used in previous"
                + " request(s).");
      }
      return reservation(known);
    }
    var instance = launch.of(order);
    instances.put(instance.id, instance);
    if (!token.isEmpty()) {
      byToken.put(token, instance);
    }
    return reservation(instance);
  }

  /** Everything that would be checked, and nothing done. */
  void tryOut(Parameters order) {
    launch.check(order);
  }

  private List<Element> reservation(Instance instance) {
    return List.of(
        Element.leaf("reservationId", "r-" + instance.id.substring(2)),
        Element.of("instancesSet", instance.row(volumes)));
  }

  List<Element> describe(Parameters call) {
    var asked = call.texts("InstanceId");
    if (!asked.isEmpty() && call.has("MaxResults")) {
      throw Refused.because(
          "InvalidParameterCombination",
          "The parameter instancesSet cannot be used with the parameter maxResults");
    }
    asked.forEach(this::requireShown);
    var filters = Filters.of(call);
    var shown =
        instances.values().stream()
            .filter(instance -> asked.isEmpty() || asked.contains(instance.id))
            .filter(instance -> instance.shown(now()))
            .toList();
    // Pages are cut before filters are looked at, so one may be empty and not be the last.
    var page = Filters.Page.of(shown, call, longestPage);
    return List.of(
        Element.items(
            "reservationSet",
            page.rows().stream().filter(instance -> instance.passes(filters)).toList(),
            instance -> new Element("item", "", reservation(instance))),
        page.token());
  }

  private Instance requireShown(String id) {
    var instance = instances.get(id);
    if (instance == null || !instance.shown(now())) {
      throw Refused.because(
          "InvalidInstanceID.NotFound", "The instance ID '" + id + "' does not exist");
    }
    return instance;
  }

  Element terminate(Parameters call) {
    var asked = call.texts("InstanceId").stream().map(this::requireShown).toList();
    return Element.items(
        "instancesSet",
        asked,
        instance -> {
          var before = instance.state();
          if (before != State.TERMINATED && before != State.SHUTTING_DOWN) {
            instance.become(State.SHUTTING_DOWN, now());
            instance.because(REASON);
          }
          return change(instance, before);
        });
  }

  Element start(Parameters call) {
    var asked = call.texts("InstanceId").stream().map(this::requireShown).toList();
    for (var instance : asked) {
      if (!Set.of(State.STOPPED, State.RUNNING, State.PENDING).contains(instance.state())) {
        throw Refused.because(
            "IncorrectInstanceState",
            "The instance '%s' is not in a state from which it can be started."
                .formatted(instance.id));
      }
    }
    return Element.items(
        "instancesSet",
        asked,
        instance -> {
          var before = instance.state();
          if (before == State.STOPPED) {
            instance.become(State.PENDING, now());
          }
          return change(instance, before);
        });
  }

  private static Element change(Instance instance, State before) {
    return Element.of(
        "item",
        Element.leaf("instanceId", instance.id),
        instance.state().element("currentState"),
        before.element("previousState"));
  }

  List<Element> describeVolumes(Parameters call) {
    var filters = Filters.of(call);
    var found = volumes.values().stream().filter(volume -> volume.passes(filters)).toList();
    var page = Filters.Page.of(found, call, longestPage);
    return List.of(page.items("volumeSet", Volume::row), page.token());
  }

  void deleteVolume(String id) {
    var volume = volumes.get(id);
    if (volume == null) {
      throw Refused.because("InvalidVolume.NotFound", "The volume '" + id + "' does not exist.");
    }
    if (!volume.instance().isEmpty()) {
      throw Refused.because(
          "VolumeInUse", "Volume %s is currently attached to %s".formatted(id, volume.instance()));
    }
    volumes.remove(id);
  }

  Element zones(String region) {
    return Element.items(
        "availabilityZoneInfo",
        network.subnets().stream().map(Network.Subnet::zone).distinct().toList(),
        zone ->
            Element.of(
                "item",
                Element.leaf("zoneName", zone),
                Element.leaf("zoneState", "available"),
                Element.leaf("regionName", region)));
  }
}
