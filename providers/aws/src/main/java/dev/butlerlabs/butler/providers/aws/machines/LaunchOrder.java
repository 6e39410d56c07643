package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.api.infra.AwsSettings;
import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/** An order as RunInstances takes it. The same order gives the same parameters, in any process. */
final class LaunchOrder {

  static final String ROLE = "butler.butlerlabs.dev/role";

  private LaunchOrder() {}

  static Query of(MachineId id, MachineOrder order, Note note, String type, AwsSettings settings) {
    var query =
        new Query()
            .with("ClientToken", note.token(id))
            .with("ImageId", note.image())
            .with("InstanceType", type)
            .with("MinCount", 1)
            .with("MaxCount", 1)
            .with("NetworkInterface.1.DeviceIndex", 0)
            .with("NetworkInterface.1.SubnetId", note.subnet())
            .with("NetworkInterface.1.DeleteOnTermination", true)
            .list("NetworkInterface.1.SecurityGroupId", settings.securityGroupIDs())
            // Pods must not read the node's identity; one hop ends at the node.
            .with("MetadataOptions.HttpTokens", "required")
            .with("MetadataOptions.HttpPutResponseHopLimit", 1);
    if (order.addressing() instanceof Addressing.Static fixed) {
      query.with("NetworkInterface.1.PrivateIpAddress", fixed.host());
    }
    disks(order, note, query);
    userData(order, query);
    account(settings, query);
    var tags = tags(id, order);
    return query.tagging(1, "instance", tags).tagging(2, "volume", tags);
  }

  private static void disks(MachineOrder order, Note note, Query query) {
    disk(query, 1, note.rootDevice(), order.hardware().diskGB(), "gp3");
    var number = 1;
    for (var disk : order.hardware().extraDisks()) {
      var device = "/dev/sd" + (char) ('f' + number - 1);
      disk(query, ++number, device, disk.sizeGB(), Demands.type(disk));
    }
  }

  private static void disk(Query query, int number, String device, int sizeGiB, String type) {
    var prefix = "BlockDeviceMapping." + number;
    query
        .with(prefix + ".DeviceName", device)
        .with(prefix + ".Ebs.VolumeSize", sizeGiB)
        .with(prefix + ".Ebs.VolumeType", type)
        .with(prefix + ".Ebs.Encrypted", true)
        .with(prefix + ".Ebs.DeleteOnTermination", true);
  }

  private static void userData(MachineOrder order, Query query) {
    var plain = order.boot().userData();
    if (plain != null) {
      Demands.userData(order)
          .map(bytes -> new SecretText(Base64.getEncoder().encodeToString(bytes)))
          .ifPresent(encoded -> query.with("UserData", encoded, plain));
    }
  }

  private static void account(AwsSettings settings, Query query) {
    var profile = settings.iamInstanceProfile();
    if (profile != null && !profile.isEmpty()) {
      query.with("IamInstanceProfile." + (profile.startsWith("arn:") ? "Arn" : "Name"), profile);
    }
    if (settings.sshKeyName() != null && !settings.sshKeyName().isEmpty()) {
      query.with("KeyName", settings.sshKeyName());
    }
  }

  /** Labels as they are, and over them what tells whose it is. */
  static Map<String, String> tags(MachineId id, MachineOrder order) {
    var tags = new TreeMap<>(order.labels());
    tags.put("Name", id.name());
    tags.put(ROLE, role(order.placement()));
    tags.putAll(id.ownedIn(order.placement().cluster()).tags());
    return tags;
  }

  static String role(Placement placement) {
    return placement.role() == MachineRole.CONTROL_PLANE ? "control-plane" : "worker";
  }
}
