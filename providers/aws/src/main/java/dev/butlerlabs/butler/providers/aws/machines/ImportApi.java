package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The calls an image's life is made of: imports, snapshots, images, and a look into S3. */
final class ImportApi {

  private static final Set<String> GONE =
      Set.of("InvalidAMIID.NotFound", "InvalidAMIID.Unavailable", "InvalidSnapshot.NotFound");

  private final AwsClient ec2;
  private final AwsClient s3;
  private final Ec2Api lists;

  ImportApi(AwsClient ec2, AwsClient s3, Ec2Api lists) {
    this.ec2 = ec2;
    this.s3 = s3;
    this.lists = lists;
  }

  /** An image of the account. */
  record Image(String id, String state, String reason, String snapshot, Map<String, String> tags) {

    boolean of(ImageId id) {
      return Ownership.proves(tags, id.uid());
    }
  }

  /** An import; its snapshot is empty while there is none. */
  record Import(
      String id, int attempt, String status, String message, String progress, String snapshot) {

    boolean active() {
      return status.equals("active");
    }

    boolean completed() {
      return status.equals("completed");
    }

    boolean leaving() {
      return status.equals("deleting");
    }
  }

  /** The image of that name, whoever made it in this account. */
  Optional<Image> find(ImageId id) throws Trouble {
    var query = new Query().with("Owner.1", "self").filter("name", ImageDemands.name(id));
    return lists.pages("look for image " + id.name(), "DescribeImages", query, "imagesSet").stream()
        .findFirst()
        .map(
            xml ->
                new Image(
                    xml.text("imageId"),
                    xml.text("imageState"),
                    xml.text("stateReason", "message"),
                    xml.list("blockDeviceMapping").stream()
                        .map(disk -> disk.text("ebs", "snapshotId"))
                        .findFirst()
                        .orElse(""),
                    xml.tags("tagSet")));
  }

  /** Imports for this owner. EC2 documents no filter for them, so all are looked through. */
  List<Import> imports(ImageId id) throws Trouble {
    return lists
        .pages(
            "look for imports of image " + id.name(),
            "DescribeImportSnapshotTasks",
            new Query(),
            "importSnapshotTaskSet")
        .stream()
        .filter(task -> Ownership.proves(task.tags("tagSet"), id.uid()))
        .map(ImportApi::read)
        .toList();
  }

  private static Import read(Xml task) {
    var attempt = task.tags("tagSet").getOrDefault(ImageDemands.ATTEMPT, "");
    return new Import(
        task.text("importTaskId"),
        attempt.matches("\\d{1,6}") ? Integer.parseInt(attempt) : 0,
        task.text("snapshotTaskDetail", "status"),
        task.text("snapshotTaskDetail", "statusMessage"),
        task.text("snapshotTaskDetail", "progress"),
        task.text("snapshotTaskDetail", "snapshotId"));
  }

  /** The answer names the task. */
  String begin(String what, Query order) throws Trouble {
    try {
      return ec2.call(what, "ImportSnapshot", order).text("importTaskId");
    } catch (Trouble trouble) {
      if (trouble.code().equals("InvalidParameter")
          && trouble.fault().detail().contains("service role")) {
        throw new Trouble(
            new Fault.Invalid(
                what, "the service role vmimport of the account", trouble.fault().detail()));
      }
      throw trouble;
    }
  }

  void cancel(ImageId id, String task) throws Trouble {
    ec2.call(
        "cancel import %s of image %s".formatted(task, id.name()),
        "CancelImportTask",
        new Query().with("ImportTaskId", task));
  }

  /** pending, completed, error, or empty when it is not there. */
  String snapshotState(ImageId id, String snapshot) throws Trouble {
    var query = new Query().with("Owner.1", "self").filter("snapshot-id", snapshot);
    return lists
        .pages("look for the snapshot of " + id.name(), "DescribeSnapshots", query, "snapshotSet")
        .stream()
        .findFirst()
        .map(xml -> xml.text("status"))
        .orElse("");
  }

  void tag(ImageId id, String snapshot) throws Trouble {
    ec2.call(
        "mark snapshot %s of image %s".formatted(snapshot, id.name()),
        "CreateTags",
        new Query().with("ResourceId.1", snapshot).tags("Tag", ImageDemands.tags(id)));
  }

  /** False where the name is taken already, by whomever. */
  boolean register(String what, Query order) throws Trouble {
    try {
      ec2.call(what, "RegisterImage", order);
      return true;
    } catch (Trouble trouble) {
      if (trouble.code().equals("InvalidAMIName.Duplicate")) {
        return false;
      }
      throw trouble;
    }
  }

  void deregister(ImageId id, String image) throws Trouble {
    gone(
        "deregister image %s, %s".formatted(id.name(), image),
        "DeregisterImage",
        new Query().with("ImageId", image));
  }

  /** False while an image still lies on it. */
  boolean delete(ImageId id, String snapshot) throws Trouble {
    try {
      gone(
          "delete snapshot %s of image %s".formatted(snapshot, id.name()),
          "DeleteSnapshot",
          new Query().with("SnapshotId", snapshot));
      return true;
    } catch (Trouble trouble) {
      if (trouble.code().equals("InvalidSnapshot.InUse")) {
        return false;
      }
      throw trouble;
    }
  }

  /** Somebody else may be faster. */
  private void gone(String what, String action, Query query) throws Trouble {
    try {
      ec2.call(what, action, query);
    } catch (Trouble trouble) {
      if (!GONE.contains(trouble.code())) {
        throw trouble;
      }
    }
  }

  /** EC2 checks nothing, so the file must be what S3 was given it as. */
  void requireChecksum(ImageOrder order) throws Trouble {
    var wanted = order.sha256();
    if (wanted == null) {
      return;
    }
    var file = ImageFile.of(order.source()).orElseThrow();
    var kept = checksum(file);
    if (kept.isEmpty()) {
      throw new Trouble(
          new Fault.Invalid(
              "look at the checksum of " + file,
              "the checksum",
              "S3 keeps no SHA-256 of the whole file; upload it in one piece and with one"
                  + " (aws s3api put-object --checksum-algorithm SHA256)"));
    }
    if (!kept.equalsIgnoreCase(wanted)) {
      throw new Trouble(
          new Fault.Failed(
              "bring " + file, "checksum mismatch: S3 says " + kept + ", ordered was " + wanted));
    }
  }

  /** The SHA-256 that S3 keeps of a whole file, in hexadecimal; empty when it keeps none. */
  private String checksum(ImageFile file) throws Trouble {
    var answer =
        s3.get(
            "look at the checksum of " + file,
            "/" + file.bucket() + "/" + file.key(),
            "attributes",
            Map.of("x-amz-object-attributes", "Checksum"));
    var whole = !answer.text("Checksum", "ChecksumType").equals("COMPOSITE");
    var sum = answer.text("Checksum", "ChecksumSHA256");
    return whole && sum.matches("[A-Za-z0-9+/]{43}=")
        ? HexFormat.of()
            .formatHex(Base64.getDecoder().decode(sum.getBytes(StandardCharsets.US_ASCII)))
        : "";
  }
}
