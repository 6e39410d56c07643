package dev.butlerlabs.butler.providers.simulators.aws;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Images, and the snapshots they lie on. */
final class Images {

  static final String ACCOUNT = "111122223333";

  private static final Pattern ID = Pattern.compile("ami-[0-9a-f]{8,17}");

  private final InstantSource clock;
  private final UnaryOperator<String> newId;
  private final Map<String, Image> images = new TreeMap<>();

  Images(InstantSource clock, UnaryOperator<String> newId) {
    this.clock = clock;
    this.newId = newId;
  }

  record Image(
      String id,
      String name,
      String owner,
      String architecture,
      String rootDevice,
      int sizeGiB,
      String snapshot,
      String created,
      Map<String, String> tags) {

    Element row() {
      return Element.of(
          "item",
          Element.leaf("imageId", id),
          Element.leaf("imageState", "available"),
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

  void settle() {}

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
            clock.instant().toString(),
            new TreeMap<>());
    images.put(image.id(), image);
    return image.id();
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

  List<Element> describe(Parameters call, int longestPage) {
    var asked = call.texts("ImageId");
    asked.forEach(this::require);
    var owners = call.texts("Owner").stream().map(Images::account).toList();
    var filters = Filters.of(call);
    var found =
        images.values().stream()
            .filter(image -> asked.isEmpty() || asked.contains(image.id()))
            .filter(image -> owners.isEmpty() || owners.contains(image.owner()))
            .filter(
                image ->
                    filters.pass(
                        image.tags(),
                        Map.of(
                            "name", List.of(image.name()),
                            "state", List.of("available"),
                            "architecture", List.of(image.architecture()))))
            .toList();
    var page = Filters.Page.of(found, call, longestPage);
    return List.of(page.items("imagesSet", Image::row), page.token());
  }

  private static String account(String owner) {
    return owner.equals("self") ? ACCOUNT : owner;
  }
}
