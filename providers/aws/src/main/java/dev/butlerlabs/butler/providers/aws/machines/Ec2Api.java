package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The calls of EC2 that machines need, in our words. */
final class Ec2Api {

  /** Lists come in pages; no account has so many that this is reached. */
  private static final int MOST_PAGES = 100;

  private static final int PAGE = 200;

  private final AwsClient client;

  Ec2Api(AwsClient client) {
    this.client = client;
  }

  record Subnet(
      String id, String vpc, String zone, String cidr, int free, boolean publicAddresses) {}

  record Image(String id, String architecture, String rootDevice, int sizeGiB, String created) {}

  record Type(String name, int cpu, int memoryMiB, List<String> architectures) {
    Type {
      architectures = List.copyOf(architectures);
    }
  }

  /**
   * A disk.
   *
   * @param instance what it is attached to; empty where that is nothing
   */
  record Volume(String id, String status, String instance) {

    /** It can be deleted. */
    boolean free() {
      return status.matches("available|error");
    }

    /** It goes by itself. */
    boolean leaving() {
      return status.equals("deleting");
    }
  }

  Xml call(String what, String action, Query query) throws Trouble {
    return client.call(what, action, query);
  }

  /** Those that carry the owner's mark, ended ones too. */
  List<InstanceView> owned(String uid) throws Trouble {
    return instances(
            "look for the machine of " + uid,
            new Query()
                .filter("tag:" + Ownership.OWNER_UID, uid)
                .filter("tag:" + Ownership.MANAGED_BY, Ownership.BUTLER))
        .stream()
        .filter(instance -> Ownership.proves(instance.tags(), uid))
        .toList();
  }

  List<InstanceView> instances(String what, Query query) throws Trouble {
    return pages(what, "DescribeInstances", query, "reservationSet").stream()
        .flatMap(reservation -> reservation.list("instancesSet").stream())
        .map(InstanceView::of)
        .toList();
  }

  /** Those that are there in some way. */
  static Query alive(Query query) {
    return query.filter("instance-state-name", "pending", "running", "stopping", "stopped");
  }

  InstanceView run(String what, Query order) throws Trouble {
    return client.call(what, "RunInstances", order).list("instancesSet").stream()
        .findFirst()
        .map(InstanceView::of)
        .orElseThrow(() -> new Trouble(new Fault.Unavailable(what, "EC2 told no instance")));
  }

  void start(String what, String id) throws Trouble {
    client.call(what, "StartInstances", new Query().with("InstanceId.1", id));
  }

  void terminate(String what, Collection<String> ids) throws Trouble {
    client.call(what, "TerminateInstances", new Query().list("InstanceId", ids));
  }

  List<Volume> volumesOf(String uid) throws Trouble {
    var query =
        new Query()
            .filter("tag:" + Ownership.OWNER_UID, uid)
            .filter("tag:" + Ownership.MANAGED_BY, Ownership.BUTLER);
    return pages("look for the disks of " + uid, "DescribeVolumes", query, "volumeSet").stream()
        .map(
            volume ->
                new Volume(
                    volume.text("volumeId"),
                    volume.text("status"),
                    volume.list("attachmentSet").stream()
                        .map(held -> held.text("instanceId"))
                        .findFirst()
                        .orElse("")))
        .toList();
  }

  /** Somebody else may be faster. */
  void deleteVolume(String id) throws Trouble {
    try {
      client.call("delete disk " + id, "DeleteVolume", new Query().with("VolumeId", id));
    } catch (Trouble trouble) {
      if (!trouble.code().equals("InvalidVolume.NotFound")) {
        throw trouble;
      }
    }
  }

  List<Subnet> subnets(Query query) throws Trouble {
    return pages("look for the subnets", "DescribeSubnets", query, "subnetSet").stream()
        .map(
            subnet ->
                new Subnet(
                    subnet.text("subnetId"),
                    subnet.text("vpcId"),
                    subnet.text("availabilityZone"),
                    subnet.text("cidrBlock"),
                    subnet.number("availableIpAddressCount"),
                    subnet.text("mapPublicIpOnLaunch").equals("true")))
        .toList();
  }

  void requireGroups(Collection<String> ids) throws Trouble {
    client.call(
        "look for the security groups", "DescribeSecurityGroups", new Query().list("GroupId", ids));
  }

  List<Image> images(String what, Query query) throws Trouble {
    return pages(what, "DescribeImages", query, "imagesSet").stream().map(Ec2Api::image).toList();
  }

  private static Image image(Xml xml) {
    var root = xml.text("rootDeviceName");
    var size =
        xml.list("blockDeviceMapping").stream()
            .filter(disk -> disk.text("deviceName").equals(root))
            .mapToInt(disk -> disk.number("ebs", "volumeSize"))
            .max()
            .orElse(0);
    return new Image(
        xml.text("imageId"), xml.text("architecture"), root, size, xml.text("creationDate"));
  }

  Optional<Type> type(String name) throws Trouble {
    var what = "look up instance type " + name;
    return client
        .call(what, "DescribeInstanceTypes", new Query().with("InstanceType.1", name))
        .list("instanceTypeSet")
        .stream()
        .findFirst()
        .map(
            type ->
                new Type(
                    name,
                    type.number("vCpuInfo", "defaultVCpus"),
                    type.number("memoryInfo", "sizeInMiB"),
                    type.list("processorInfo", "supportedArchitectures").stream()
                        .map(Xml::text)
                        .toList()));
  }

  List<String> zones() throws Trouble {
    return client
        .call("look at the region's zones", "DescribeAvailabilityZones", new Query())
        .list("availabilityZoneInfo")
        .stream()
        .map(zone -> zone.text("zoneName"))
        .toList();
  }

  /** A page may be empty and still not be the last. */
  List<Xml> pages(String what, String action, Query query, String set) throws Trouble {
    var all = new ArrayList<Xml>();
    var byId =
        query.fields().keySet().stream()
            .anyMatch(name -> name.matches("(Instance|Image|Subnet)Id\\.1"));
    if (!byId) {
      query.with("MaxResults", PAGE);
    }
    for (var page = 0; page < MOST_PAGES; page++) {
      var answer = client.call(what, action, query);
      all.addAll(answer.list(set));
      var next = answer.text("nextToken");
      if (next.isEmpty()) {
        return all;
      }
      query.with("NextToken", next);
    }
    throw new Trouble(new Fault.Unavailable(what, "the list has no end"));
  }
}
