package dev.butlerlabs.butler.providers.simulators.aws;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Images, and the snapshots they lie on. */
final class Images {

  static final String ACCOUNT = "111122223333";

  private static final Duration PENDING = Duration.ofSeconds(20);
  private static final Pattern ID = Pattern.compile("ami-[0-9a-f]{8,17}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9 ()\\[\\]./'@_-]{3,128}");

  private final InstantSource clock;
  private final UnaryOperator<String> newId;
  private final Map<String, Image> images = new TreeMap<>();
  final Snapshots snapshots;

  Images(InstantSource clock, UnaryOperator<String> newId) {
    this.clock = clock;
    this.newId = newId;
    this.snapshots = new Snapshots(newId, this::lyingOn);
  }

  /**
   * An image.
   *
   * @param shown from when on lists have it
   */
  record Image(
      String id,
      String name,
      String owner,
      String architecture,
      String rootDevice,
      int sizeGiB,
      String snapshot,
      Instant created,
      Instant shown,
      Map<String, String> tags) {

    String state(Instant now) {
      return now.isBefore(created.plus(PENDING)) && shown.isAfter(Instant.EPOCH)
          ? "pending"
          : "available";
    }

    Element row(Instant now) {
      return Element.of(
          "item",
          Element.leaf("imageId", id),
          Element.leaf("imageState", state(now)),
          Element.leaf("imageOwnerId", owner),
          Element.leaf("name", name),
          Element.leaf("architecture", architecture),
          Element.leaf("rootDeviceType", "ebs"),
          Element.leaf("rootDeviceName", rootDevice),
          Element.leaf("creationDate", created),
          Element.of(
              "blockDeviceMapping",
              Element.of(
                  "item",
                  Element.leaf("deviceName", rootDevice),
                  Element.of(
                      "ebs",
                      Element.leaf("snapshotId", snapshot),
                      Element.leaf("volumeSize", sizeGiB)))),
          Tags.items(tags));
    }
  }

  /** One that has been there for long. */
  String add(String name, String owner, String architecture, int sizeGiB) {
    var image =
        new Image(
            newId.apply("ami"),
            name,
            owner,
            architecture,
            "/dev/xvda",
            sizeGiB,
            newId.apply("snap"),
            clock.instant(),
            Instant.EPOCH,
            new TreeMap<>());
    images.put(image.id(), image);
    return image.id();
  }

  private String lyingOn(String snapshot) {
    return images.values().stream()
        .filter(image -> image.snapshot().equals(snapshot))
        .map(Image::id)
        .findFirst()
        .orElse("");
  }

  Image require(String id) {
    if (id.isEmpty()) {
      throw Refused.because("MissingParameter", "The request must contain the parameter ImageId");
    }
    if (!ID.matcher(id).matches()) {
      throw Refused.because("InvalidAMIID.Malformed", "Invalid id: \"" + id + "\"");
    }
    var image = images.get(id);
    if (image == null) {
      throw Refused.because("InvalidAMIID.NotFound", "The image id '[" + id + "]' does not exist");
    }
    return image;
  }

  /** An image on a snapshot of the account. */
  String register(Parameters call, Duration lag) {
    var name = call.text("Name");
    if (!NAME.matcher(name).matches()) {
      throw Refused.because(
          "InvalidAMIName.Malformed",
          "AMI names must be between 3 and 128 characters long, and may contain letters, numbers,"
              + " '(', ')', '.', '-', '/' and '_'");
    }
    var taken =
        images.values().stream()
            .filter(image -> image.owner().equals(ACCOUNT) && image.name().equals(name))
            .findFirst();
    if (taken.isPresent()) {
      throw Refused.because(
          "InvalidAMIName.Duplicate",
          "AMI name %s is already in use by AMI %s".formatted(name, taken.get().id()));
    }
    var root = call.text("RootDeviceName");
    var disk =
        call.list("BlockDeviceMapping").stream()
            .filter(one -> !root.isEmpty() && one.text("DeviceName").equals(root))
            .findFirst()
            .orElseThrow(
                () ->
                    Refused.because(
                        "InvalidBlockDeviceMapping",
                        "No root snapshot specified in device mapping."));
    var architecture = call.find("Architecture").orElse("i386");
    if (architecture.equals("arm64") && !call.text("BootMode").equals("uefi")) {
      throw Refused.because(
          "InvalidParameterCombination", "The architecture arm64 needs the boot mode uefi");
    }
    var snapshot = disk.text("Ebs.SnapshotId");
    var image =
        new Image(
            newId.apply("ami"),
            name,
            ACCOUNT,
            architecture,
            root,
            disk.number("Ebs.VolumeSize", snapshots.sizeGiB(snapshot)),
            snapshot,
            clock.instant(),
            clock.instant().plus(lag),
            Tags.of(call, "image", Set.of("image")));
    images.put(image.id(), image);
    return image.id();
  }

  void deregister(String id) {
    if (!require(id).owner().equals(ACCOUNT)) {
      throw new Refused(403, "AuthFailure", "Not authorized for image:" + id);
    }
    images.remove(id);
  }

  Image named(String name) {
    return images.values().stream()
        .filter(image -> image.owner().equals(ACCOUNT) && image.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no image " + name));
  }

  /** Names and tags of all images of the account. */
  Map<String, Map<String, String>> own() {
    var own = new TreeMap<String, Map<String, String>>();
    images.values().stream()
        .filter(image -> image.owner().equals(ACCOUNT))
        .forEach(image -> own.put(image.name(), new TreeMap<>(image.tags())));
    return own;
  }

  List<Element> describe(Parameters call, int longestPage) {
    var now = clock.instant();
    var asked = call.texts("ImageId");
    asked.forEach(this::require);
    var owners = call.texts("Owner").stream().map(Images::account).toList();
    var filters = Filters.of(call);
    var found =
        images.values().stream()
            .filter(image -> !now.isBefore(image.shown()))
            .filter(image -> asked.isEmpty() || asked.contains(image.id()))
            .filter(image -> owners.isEmpty() || owners.contains(image.owner()))
            .filter(
                image ->
                    filters.pass(
                        image.tags(),
                        Map.of(
                            "name", List.of(image.name()),
                            "state", List.of(image.state(now)),
                            "architecture", List.of(image.architecture()))))
            .toList();
    var page = Filters.Page.of(found, call, longestPage);
    return List.of(page.items("imagesSet", image -> image.row(now)), page.token());
  }

  private static String account(String owner) {
    return owner.equals("self") ? ACCOUNT : owner;
  }
}
