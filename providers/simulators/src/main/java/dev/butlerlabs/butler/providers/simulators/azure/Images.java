package dev.butlerlabs.butler.providers.simulators.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Images that machines start from: of the marketplace, managed ones, and those of galleries. */
final class Images {

  static final String KIND = "Microsoft.Compute/images";
  private static final String IN_MARKET =
      "(?i).*/publishers/([^/]+)/artifacttypes/vmimage/offers/([^/]+)/skus/([^/]+)/versions";

  private final Estate estate;
  private final Map<String, Image> market = new TreeMap<>();
  private final Map<String, String> community = new TreeMap<>();

  /** What matters of an image; the plan is empty where none is to be named. */
  record Image(int diskGiB, boolean specialized, String plan) {}

  Images(Estate estate) {
    this.estate = estate;
  }

  /** Offers an image on the marketplace. */
  void sell(String urn, String plan) {
    market.put(urn.toLowerCase(Locale.ROOT), new Image(4, false, plan));
  }

  Image require(JsonNode reference) {
    if (reference.has("publisher")) {
      var urn =
          "%s:%s:%s:%s"
              .formatted(
                  reference.path("publisher").asText(),
                  reference.path("offer").asText(),
                  reference.path("sku").asText(),
                  reference.path("version").asText());
      return inMarket(urn.toLowerCase(Locale.ROOT));
    }
    var id = reference.path("id").asText(reference.path("communityGalleryImageId").asText(""));
    var found =
        Optional.ofNullable(community.get(id.toLowerCase(Locale.ROOT)))
            .or(() -> Optional.of(id))
            .flatMap(estate::find)
            .orElseThrow(
                () ->
                    new Refused(
                        404,
                        id.contains("/galleries/") ? "GalleryImageNotFound" : "NotFound",
                        "The resource with id '%s' is not found.".formatted(id)));
    return new Image(
        Math.max(
            found.at("/properties/storageProfile/osDisk/diskSizeGB").asInt(0),
            found.at("/properties/storageProfile/osDiskImage/sizeInGB").asInt(0)),
        specialized(found),
        "");
  }

  private boolean specialized(Resource found) {
    var definition = found.id.replaceFirst("(?i)/versions/[^/]+$", "");
    return found.text("/properties/storageProfile/osDisk/osState").equals("Specialized")
        || estate
            .find(definition)
            .map(image -> image.text("/properties/osState").equals("Specialized"))
            .orElse(false);
  }

  private Image inMarket(String urn) {
    if (urn.endsWith(":latest")) {
      var stem = urn.substring(0, urn.lastIndexOf(':') + 1);
      return market.entrySet().stream()
          .filter(entry -> entry.getKey().startsWith(stem))
          .map(Map.Entry::getValue)
          .findFirst()
          .orElseThrow(() -> unknown(urn));
    }
    var image = market.get(urn);
    if (image == null) {
      throw unknown(urn);
    }
    return image;
  }

  private static Refused unknown(String urn) {
    return new Refused(
        404, "PlatformImageNotFound", "The platform image '" + urn + "' is not available.");
  }

  ObjectNode version(Definition.Match match) {
    var path = match.id();
    var urn =
        path.substring(0, path.lastIndexOf('/')).replaceAll(IN_MARKET, "$1:$2:$3")
            + ":"
            + match.name();
    var image = inMarket(urn.toLowerCase(Locale.ROOT));
    var body = JsonNodeFactory.instance.objectNode();
    body.put("id", path).put("name", match.name()).put("location", Region.NAME);
    var properties = body.putObject("properties").put("hyperVGeneration", "V2");
    properties.putObject("osDiskImage").put("operatingSystem", "Linux");
    if (!image.plan().isEmpty()) {
      var publisher = match.part("publisherName");
      properties
          .putObject("plan")
          .put("name", image.plan())
          .put("publisher", publisher)
          .put("product", match.part("offer"));
    }
    return body;
  }

  /** A bare list, unlike nearly every other. */
  String versions(Definition.Match match) {
    var stem = match.id().replaceAll(IN_MARKET, "$1:$2:$3:").toLowerCase(Locale.ROOT);
    var list = JsonNodeFactory.instance.arrayNode();
    market.keySet().stream()
        .filter(urn -> urn.startsWith(stem))
        .forEach(
            urn -> {
              var name = urn.substring(urn.lastIndexOf(':') + 1);
              list.addObject()
                  .put("id", match.id() + "/" + name)
                  .put("name", name)
                  .put("location", Region.NAME);
            });
    return list.toString();
  }

  /** A managed image of that name, put there by somebody. */
  void managed(String id, int diskGiB) {
    var body = JsonNodeFactory.instance.objectNode().put("location", Region.NAME);
    var properties = body.putObject("properties").put("hyperVGeneration", "V2");
    properties
        .putObject("storageProfile")
        .putObject("osDisk")
        .put("osType", "Linux")
        .put("osState", "Generalized")
        .put("diskSizeGB", diskGiB);
    estate.put(id, KIND, body).state("Succeeded");
  }

  /** An image that its publisher shares with everybody. */
  void community(String subscription, String gallery, String name) {
    var path =
        "/subscriptions/%s/providers/Microsoft.Compute/locations/%s/communityGalleries/%s/images/%s"
            .formatted(subscription, Region.NAME, gallery, name);
    var image = JsonNodeFactory.instance.objectNode().put("location", Region.NAME);
    image.putObject("properties").put("osState", "Generalized").put("hyperVGeneration", "V2");
    estate.put(path, "Microsoft.Compute/locations/communityGalleries/images", image);
    var known = "/communityGalleries/" + gallery + "/images/" + name;
    community.put(known.toLowerCase(Locale.ROOT), path);
  }

  /** A gallery's image and one version of it. */
  void gallery(String id, String version, String osState, int diskGiB) {
    var image = JsonNodeFactory.instance.objectNode().put("location", Region.NAME);
    image.putObject("properties").put("osState", osState).put("hyperVGeneration", "V2");
    estate.put(id, "Microsoft.Compute/galleries/images", image).state("Succeeded");
    var body = JsonNodeFactory.instance.objectNode().put("location", Region.NAME);
    body.putObject("properties")
        .putObject("storageProfile")
        .putObject("osDiskImage")
        .put("sizeInGB", diskGiB);
    estate
        .put(id + "/versions/" + version, "Microsoft.Compute/galleries/images/versions", body)
        .state("Succeeded");
  }
}
