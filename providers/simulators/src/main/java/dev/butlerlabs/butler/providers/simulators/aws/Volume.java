package dev.butlerlabs.butler.providers.simulators.aws;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A volume of EBS. */
final class Volume {

  private static final Map<String, Integer> SMALLEST =
      Map.of("gp2", 1, "gp3", 1, "standard", 1, "io1", 4, "io2", 4, "st1", 125, "sc1", 125);
  private static final Set<String> PROVISIONED = Set.of("io1", "io2");

  final String id;
  final String zone;
  final String type;
  final int sizeGiB;
  final boolean encrypted;
  final Map<String, String> tags = new TreeMap<>();
  boolean deleteOnTermination;
  private String device;
  private String instance;

  Volume(String id, String zone, Parameters ebs, int sizeGiB, boolean deleteOnTermination) {
    this.id = id;
    this.zone = zone;
    this.type = ebs.find("VolumeType").orElse("gp2");
    this.sizeGiB = sizeGiB;
    this.encrypted = ebs.isTrue("Encrypted");
    this.deleteOnTermination = deleteOnTermination;
    this.device = "";
    this.instance = "";
  }

  /** What is wrong with an order for a volume is told before anything is made. */
  static void check(Parameters ebs, int sizeGiB) {
    var type = ebs.find("VolumeType").orElse("gp2");
    if (sizeGiB < SMALLEST.getOrDefault(type, 1)) {
      throw Refused.because(
          "InvalidParameterValue",
          "Volume of %dGiB is too small for volume type %s; minimum is %dGiB."
              .formatted(sizeGiB, type, SMALLEST.getOrDefault(type, 1)));
    }
    if (PROVISIONED.contains(type) && !ebs.has("Iops")) {
      throw Refused.because(
          "MissingParameter", "The request must contain the parameter iops for " + type);
    }
  }

  void attach(String to, String as) {
    instance = to;
    device = as;
  }

  /** What a backup of it is restored to, where tags are restored too. */
  Volume restored(String newId) {
    var copy = new Volume(newId, zone, new Parameters(Map.of("VolumeType", type)), sizeGiB, false);
    copy.tags.putAll(tags);
    return copy;
  }

  void detach() {
    instance = "";
    device = "";
  }

  String device() {
    return device;
  }

  String instance() {
    return instance;
  }

  String status() {
    return instance.isEmpty() ? "available" : "in-use";
  }

  boolean passes(Filters filters) {
    return filters.pass(
        tags,
        Map.of(
            "status", List.of(status()),
            "volume-id", List.of(id),
            "attachment.instance-id", List.of(instance)));
  }

  Element row() {
    return Element.of(
        "item",
        Element.leaf("volumeId", id),
        Element.leaf("size", sizeGiB),
        Element.leaf("availabilityZone", zone),
        Element.leaf("status", status()),
        Element.leaf("volumeType", type),
        Element.leaf("encrypted", encrypted),
        Element.of(
            "attachmentSet",
            instance.isEmpty()
                ? List.of()
                : List.of(
                    Element.of(
                        "item",
                        Element.leaf("volumeId", id),
                        Element.leaf("instanceId", instance),
                        Element.leaf("device", device),
                        Element.leaf("deleteOnTermination", deleteOnTermination)))),
        Tags.items(tags));
  }
}
