package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What EC2 makes images of, and how it is asked. Pure. */
final class ImageDemands {

  /** Tag: the checksum of the file, which S3 told and we compared. */
  static final String SHA256 = "butler.butlerlabs.dev/sha256";

  /** Tag: which attempt an import is. */
  static final String ATTEMPT = "butler.butlerlabs.dev/attempt";

  private static final String WHAT = "look whether the image can be made";
  private static final String ROOT = "/dev/xvda";
  private static final Set<String> FORMATS = Set.of("raw", "vhd", "vmdk");
  private static final Pattern SUM = Pattern.compile("(?i)[0-9a-f]{64}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9 ()\\[\\]./'@_-]{1,90}");

  private ImageDemands() {}

  static List<Fault> problems(ImageOrder order, String region) {
    var faults = new ArrayList<Fault>();
    var file = ImageFile.of(order.source());
    if (file.isEmpty()) {
      faults.add(
          wrong(
              "the image's source",
              "EC2 imports files of S3 and of nowhere else (https://BUCKET.s3.REGION.amazonaws.com/…"
                  + " or s3://BUCKET/…); put it there"));
    } else if (!file.get().region().isEmpty() && !file.get().region().equals(region)) {
      faults.add(
          wrong(
              "the image's source",
              "the bucket is in %s, and images of %s are imported from buckets there"
                  .formatted(file.get().region(), region)));
    }
    if (!FORMATS.contains(order.format())) {
      faults.add(wrong("spec.format", "EC2 imports raw, vhd and vmdk, not " + order.format()));
    }
    if (order.transfer() == TransferMode.PROXY) {
      faults.add(wrong("spec.transferMode", "EC2 fetches the file itself: direct"));
    }
    if (order.sha256() != null && !SUM.matcher(order.sha256()).matches()) {
      faults.add(wrong("the checksum", "it is no SHA-256 in hexadecimal"));
    }
    return faults;
  }

  static List<Fault> problems(ImageId id) {
    return NAME.matcher(id.name()).matches()
        ? List.of()
        : List.of(
            wrong(
                "spec.displayName",
                "names of images have up to 90 letters, digits, spaces and ( ) [ ] . / ' @ _ -"));
  }

  private static Fault wrong(String field, String why) {
    return new Fault.Invalid(WHAT, field, why);
  }

  /** Names are unique in an account; the UID keeps two owners of one name apart. */
  static String name(ImageId id) {
    return id.name() + "-" + id.uid();
  }

  static Map<String, String> tags(ImageId id) {
    var tags = new LinkedHashMap<>(new Ownership(id.uid(), "").tags());
    tags.put("Name", id.name());
    return tags;
  }

  /** The same token never imports twice. */
  static Query importing(ImageId id, ImageOrder order, ImageFile file, int attempt) {
    var tags = tags(id);
    tags.put(ATTEMPT, Integer.toString(attempt));
    return new Query()
        .with("ClientToken", id.uid() + "-" + attempt)
        .with("Description", "Butler image " + id.name())
        .with("DiskContainer.Description", "Butler image " + id.name())
        .with("DiskContainer.Format", order.format().toUpperCase(Locale.ROOT))
        .with("DiskContainer.UserBucket.S3Bucket", file.bucket())
        .with("DiskContainer.UserBucket.S3Key", file.key())
        .tagging(1, "import-snapshot-task", tags);
  }

  /** There is no token here; the name is taken only once. */
  static Query registering(ImageId id, ImageOrder order, String snapshot) {
    var arm = order.architecture() == Architecture.ARM64;
    var tags = tags(id);
    if (order.sha256() != null) {
      tags.put(SHA256, order.sha256().toLowerCase(Locale.ROOT));
    }
    return new Query()
        .with("Name", name(id))
        .with("Description", "Made by Butler")
        .with("Architecture", arm ? "arm64" : "x86_64")
        .with("BootMode", arm ? "uefi" : "uefi-preferred")
        .with("EnaSupport", true)
        .with("VirtualizationType", "hvm")
        .with("RootDeviceName", ROOT)
        .with("BlockDeviceMapping.1.DeviceName", ROOT)
        .with("BlockDeviceMapping.1.Ebs.SnapshotId", snapshot)
        .with("BlockDeviceMapping.1.Ebs.VolumeType", "gp3")
        .with("BlockDeviceMapping.1.Ebs.DeleteOnTermination", true)
        .tagging(1, "image", tags);
  }
}
