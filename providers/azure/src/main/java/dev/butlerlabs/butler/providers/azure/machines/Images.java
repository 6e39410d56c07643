package dev.butlerlabs.butler.providers.azure.machines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.infra.AzureSettings;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Images in the forms people name them in, and what Azure says of them. */
final class Images {

  private static final String WHAT = "look for the image";
  private static final Pattern MARKET =
      Pattern.compile("([\\w.-]+):([\\w.-]+):([\\w.-]+):([\\w.-]+)");
  private static final Pattern GALLERY =
      Pattern.compile(
          "(?i)(/subscriptions/[\\w().-]+/resourceGroups/[\\w().-]+/providers/Microsoft\\.Compute/galleries/[\\w().-]+/images/[\\w().-]+)(/versions/[\\w().-]+)?");
  private static final Pattern COMMUNITY =
      Pattern.compile(
          "(?i)/communityGalleries/([\\w().-]+)/images/([\\w().-]+)(/versions/([\\w().-]+))?");
  private static final Pattern MANAGED =
      Pattern.compile(
          "(?i)/subscriptions/[\\w().-]+/resourceGroups/[\\w().-]+/providers/Microsoft\\.Compute/images/[\\w().-]+");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,79}");

  private final AzureClient client;
  private final Place place;

  Images(AzureClient client, Place place) {
    this.client = client;
    this.place = place;
  }

  /**
   * An image as a machine is made from it.
   *
   * @param plan what a publisher wants named beside it, or none
   * @param specialized its guest is configured already and takes no user data
   * @param diskGiB of its root disk, or 0 where Azure does not tell
   */
  record Image(ObjectNode reference, @Nullable ObjectNode plan, boolean specialized, int diskGiB) {}

  /** What the order names, or else the ProviderConfig; empty when neither does. */
  static String named(AzureSettings settings, MachineOrder order) {
    var own = order.boot().image();
    if (own != null && !own.isEmpty()) {
      return own;
    }
    return settings.imageURN() == null ? "" : settings.imageURN();
  }

  Image require(String text, String location) throws Trouble {
    var market = MARKET.matcher(text);
    if (market.matches()) {
      return market(market, location, text);
    }
    var gallery = GALLERY.matcher(text);
    if (gallery.matches()) {
      return gallery(gallery, text);
    }
    var community = COMMUNITY.matcher(text);
    if (community.matches()) {
      return community(community, location, text);
    }
    if (MANAGED.matcher(text).matches()) {
      return managed(text);
    }
    if (NAME.matcher(text).matches()) {
      return managed(place.imageId(text));
    }
    throw new Trouble(
        new Fault.Invalid(
            WHAT,
            text.isEmpty()
                ? "spec.image of the machine or spec.azure.imageURN of the ProviderConfig"
                : "the image \"" + text + "\"",
            text.isEmpty()
                ? "neither names an image"
                : "an image is publisher:offer:sku:version, or the ID of a managed or gallery"
                    + " image"));
  }

  private Image market(Matcher urn, String location, String text) throws Trouble {
    var versions = place.marketVersions(location, urn.group(1), urn.group(2), urn.group(3));
    var version = urn.group(4);
    if (version.equalsIgnoreCase("latest")) {
      var newest =
          client.find(WHAT, Place.at(versions, Place.COMPUTE) + "&$top=1&$orderby=name%20desc");
      version = newest.map(list -> list.path(0).path("name").asText("")).orElse("");
    }
    if (version.isEmpty()) {
      throw missing(text);
    }
    var found = look(Place.at(versions + "/" + version, Place.COMPUTE), text);
    var reference = JsonNodeFactory.instance.objectNode();
    reference.put("publisher", urn.group(1)).put("offer", urn.group(2));
    reference.put("sku", urn.group(3)).put("version", urn.group(4));
    var plan = found.at("/properties/plan");
    return new Image(reference, plan.isObject() ? plan(plan) : null, false, 0);
  }

  private static ObjectNode plan(JsonNode told) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", told.path("name").asText())
        .put("publisher", told.path("publisher").asText())
        .put("product", told.path("product").asText());
  }

  private Image gallery(Matcher id, String text) throws Trouble {
    var definition = look(Place.at(id.group(1), Place.GALLERIES), text);
    var size = 0;
    if (id.group(2) != null) {
      var version = look(Place.at(text, Place.GALLERIES), text);
      size = version.at("/properties/storageProfile/osDiskImage/sizeInGB").asInt(0);
    }
    return new Image(byId("id", text), null, specialized(definition), size);
  }

  /** Azure finds these by their place below a location. */
  private Image community(Matcher id, String location, String text) throws Trouble {
    var path =
        place.subscriptionId()
            + "/providers/Microsoft.Compute/locations/%s/communityGalleries/%s/images/%s"
                .formatted(location, id.group(1), id.group(2));
    var definition = look(Place.at(path, Place.GALLERIES), text);
    return new Image(byId("communityGalleryImageId", text), null, specialized(definition), 0);
  }

  private Image managed(String id) throws Trouble {
    var found = look(Place.at(id, Place.COMPUTE), id);
    var disk = found.at("/properties/storageProfile/osDisk");
    return new Image(
        byId("id", id),
        null,
        disk.path("osState").asText("").equals("Specialized"),
        disk.path("diskSizeGB").asInt(0));
  }

  private static boolean specialized(JsonNode definition) {
    return definition.at("/properties/osState").asText("").equals("Specialized");
  }

  private static ObjectNode byId(String field, String id) {
    return JsonNodeFactory.instance.objectNode().put(field, id);
  }

  private JsonNode look(String path, String text) throws Trouble {
    return client.find(WHAT, path).orElseThrow(() -> missing(text));
  }

  private static Trouble missing(String text) {
    return new Trouble(
        new Fault.NotFound(WHAT, "image " + text, "the subscription has none of this name"));
  }
}
