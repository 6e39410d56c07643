package dev.butlerlabs.butler.providers.simulators.aws;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What RunInstances checks and makes. */
final class Launch {

  private static final int LARGEST_USER_DATA = 16 * 1024;
  private static final int LONGEST_TOKEN = 64;
  private static final Set<String> TAGGABLE =
      Set.of("instance", "volume", "network-interface", "spot-instances-request");

  private final Ec2 ec2;

  Launch(Ec2 ec2) {
    this.ec2 = ec2;
  }

  /** A disk that is going to be made. */
  private record Disk(String device, Parameters ebs, int sizeGiB, boolean goesAlong) {}

  Instance of(Parameters order) {
    check(order);
    var subnet = subnet(order);
    if (ec2.zonesWithoutCapacity.contains(subnet.zone())) {
      throw new Refused(
          500,
          "InsufficientInstanceCapacity",
          "We currently do not have sufficient %s capacity in the Availability Zone you requested (%s)."
              .formatted(order.text("InstanceType"), subnet.zone()));
    }
    requireRoom(order);
    var disks = disks(order);
    var address = ec2.network.take(subnet, card(order).text("PrivateIpAddress"));
    var now = ec2.now();
    var instance =
        new Instance(
            ec2.newId("i"), order, subnet, address, userData(order), now, now.plus(ec2.lag));
    instance.tags.putAll(Tags.of(order, "instance", TAGGABLE));
    for (var disk : disks) {
      var volume =
          new Volume(ec2.newId("vol"), subnet.zone(), disk.ebs(), disk.sizeGiB(), disk.goesAlong());
      volume.tags.putAll(Tags.of(order, "volume", TAGGABLE));
      volume.attach(instance.id, disk.device());
      ec2.volumes.put(volume.id, volume);
    }
    return instance;
  }

  void check(Parameters order) {
    if (order.text("ClientToken").length() > LONGEST_TOKEN) {
      throw Refused.value("clientToken", "…", "It may have 64 characters.");
    }
    if (order.number("MinCount", 0) != 1 || order.number("MaxCount", 0) != 1) {
      throw Refused.because("InvalidParameterValue", "This stand-in makes one instance at a time");
    }
    if (order.has("NetworkInterface")
        && (order.has("SubnetId")
            || order.has("SecurityGroupId")
            || order.has("PrivateIpAddress"))) {
      throw Refused.because(
          "InvalidParameterCombination",
          "Network interfaces and an instance-level subnet ID may not be specified on the same"
              + " request");
    }
    var image = ec2.images.require(order.text("ImageId"));
    var size = InstanceSizes.require(order.find("InstanceType").orElse("m1.small"));
    if (!size.architecture().equals(image.architecture())) {
      throw Refused.because(
          "InvalidParameterValue",
          "The architecture '%s' of the specified instance type does not match the architecture '%s' of the specified AMI."
              .formatted(size.architecture(), image.architecture()));
    }
    subnet(order);
    card(order).texts("SecurityGroupId").forEach(ec2.network::requireGroup);
    var key = order.text("KeyName");
    if (!key.isEmpty() && !ec2.keyPairs.contains(key)) {
      throw Refused.because("InvalidKeyPair.NotFound", "The key pair '" + key + "' does not exist");
    }
    Tags.of(order, "instance", TAGGABLE);
    disks(order);
    userData(order);
  }

  private static Parameters card(Parameters order) {
    return order.list("NetworkInterface").stream()
        .filter(card -> card.number("DeviceIndex", -1) == 0)
        .findFirst()
        .orElse(order);
  }

  private Network.Subnet subnet(Parameters order) {
    return ec2.network.require(card(order).text("SubnetId"));
  }

  private void requireRoom(Parameters order) {
    var used =
        ec2.instances.values().stream()
            .filter(Instance::exists)
            .mapToInt(instance -> InstanceSizes.require(instance.type).cpu())
            .sum();
    var wanted = InstanceSizes.require(order.text("InstanceType")).cpu();
    if (used + wanted > ec2.vcpuLimit) {
      throw Refused.because(
          "VcpuLimitExceeded",
          "You have requested more vCPU capacity than your current vCPU limit of %d allows for the instance bucket that the specified instance type belongs to."
              .formatted(ec2.vcpuLimit));
    }
  }

  private List<Disk> disks(Parameters order) {
    var image = ec2.images.require(order.text("ImageId"));
    var disks = new ArrayList<Disk>();
    var devices = new HashSet<String>();
    var noEbs = new Parameters(Map.of());
    var rootEbs = noEbs;
    for (var mapping : order.list("BlockDeviceMapping")) {
      var device = mapping.text("DeviceName");
      if (device.isEmpty() || !devices.add(device)) {
        throw Refused.because(
            "InvalidBlockDeviceMapping", "device name '" + device + "' is missing or given twice");
      }
      if (device.equals(image.rootDevice())) {
        rootEbs = mapping.below("Ebs");
      } else {
        disks.add(disk(device, mapping.below("Ebs"), 0, true));
      }
    }
    disks.add(disk(image.rootDevice(), rootEbs, image.sizeGiB(), true));
    return disks;
  }

  private static Disk disk(String device, Parameters ebs, int snapshotGiB, boolean goesAlong) {
    var size = ebs.number("VolumeSize", snapshotGiB);
    if (size == 0) {
      throw Refused.because(
          "MissingParameter", "The request must contain the parameter size or snapshotId");
    }
    if (size < snapshotGiB) {
      throw Refused.because(
          "InvalidBlockDeviceMapping",
          "Volume of size %dGB is smaller than snapshot, expect size>= %dGB"
              .formatted(size, snapshotGiB));
    }
    Volume.check(ebs, size);
    var along = ebs.find("DeleteOnTermination").map("true"::equals).orElse(goesAlong);
    return new Disk(device, ebs, size, along);
  }

  private static String userData(Parameters order) {
    try {
      var bytes = Base64.getDecoder().decode(order.text("UserData"));
      if (bytes.length > LARGEST_USER_DATA) {
        throw Refused.because("InvalidParameterValue", "User data is limited to 16384 bytes");
      }
      return new String(bytes, UTF_8);
    } catch (IllegalArgumentException notBase64) {
      throw Refused.because("InvalidParameterValue", "Invalid BASE64 encoding of user data.");
    }
  }
}
