package dev.butlerlabs.butler.providers.azure.machines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Absent;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Ready;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Stage;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Unclear;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Underway;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Managed images made of page blobs. Azure fetches nothing from elsewhere and converts nothing: the
 * source is a fixed VHD in a storage account of the same region.
 */
final class AzureImages implements ImageDriver {

  private static final Pattern BLOB =
      Pattern.compile("https://[a-z0-9]{3,24}\\.blob\\.core\\.windows\\.net/[^?#]+\\.vhd");

  private final AzureClient client;
  private final Place place;
  private final Site site;

  AzureImages(AzureClient client, Place place, Site site) {
    this.client = client;
    this.place = place;
    this.site = site;
  }

  @Override
  public List<Fault> validate(ImageOrder order) {
    var faults = new ArrayList<Fault>();
    var what = "look at the source of the image";
    if (!BLOB.matcher(order.source().toString()).matches()) {
      faults.add(
          new Fault.Invalid(
              what,
              "the source of the image",
              "Azure makes images only of fixed VHDs that lie in a storage account of the same"
                  + " region (https://ACCOUNT.blob.core.windows.net/…/NAME.vhd); copy the file"
                  + " there first"));
    }
    if (order.architecture() == Architecture.ARM64) {
      faults.add(
          new Fault.Invalid(
              what, "the architecture", "managed images are for amd64; use a gallery for arm64"));
    }
    if (order.sha256() != null) {
      faults.add(
          new Fault.Invalid(
              what, "the checksum", "Azure checks none when it makes an image of a blob"));
    }
    if (order.transfer() == TransferMode.PROXY) {
      faults.add(
          new Fault.Invalid(what, "spec.transferMode", "Azure copies the blob itself: direct"));
    }
    return faults;
  }

  @Override
  public ImageState observe(ImageId id, Memo memo) {
    return answer(
        () -> {
          var image = find(id);
          return image.isEmpty() ? new Absent() : seen(id, image.get(), memo);
        });
  }

  @Override
  public ImageState ensure(ImageId id, ImageOrder order, Memo memo) {
    return answer(
        () -> {
          var there = look(id);
          if (there.isPresent() && !Tags.owned(there.get(), id.uid())) {
            return new Unclear(new Fault.Conflict("make image " + id.name(), resource(id)));
          }
          if (there.isPresent()) {
            return proceed(id, there.get(), memo);
          }
          var problems = validate(order);
          if (!problems.isEmpty()) {
            throw new Trouble(problems.getFirst());
          }
          client.put(
              "make image " + id.name(),
              Place.at(resource(id), Place.COMPUTE),
              body(id, order, site.location()),
              List.of());
          return new Underway(Stage.UPLOADING, "Azure makes the image", memo);
        });
  }

  /** Azure makes nothing more of an image that failed; it goes, and the next call makes another. */
  private ImageState proceed(ImageId id, JsonNode image, Memo memo) throws Trouble {
    if (state(image).equals("Failed")) {
      client.delete("clear the failed image " + id.name(), Place.at(resource(id), Place.COMPUTE));
    }
    return seen(id, image, memo);
  }

  @Override
  public ImageState remove(ImageId id, Memo memo) {
    return answer(
        () -> {
          var image = find(id);
          if (image.isEmpty()) {
            return new Absent();
          }
          if (!state(image.get()).equals("Deleting")) {
            client.delete("remove image " + id.name(), Place.at(resource(id), Place.COMPUTE));
          }
          return new Underway(Stage.REMOVING, "Azure removes the image", memo);
        });
  }

  private static ObjectNode body(ImageId id, ImageOrder order, String location) {
    var body = JsonNodeFactory.instance.objectNode().put("location", location);
    body.set("tags", Tags.of(new Ownership(id.uid(), "")));
    var properties = body.putObject("properties").put("hyperVGeneration", "V2");
    properties
        .putObject("storageProfile")
        .putObject("osDisk")
        .put("osType", "Linux")
        .put("osState", "Generalized")
        .put("blobUri", order.source().toString())
        .put("storageAccountType", "Standard_LRS");
    return body;
  }

  private static ImageState seen(ImageId id, JsonNode image, Memo memo) throws Trouble {
    return switch (state(image)) {
      case "Succeeded" -> new Ready(image.path("id").asText());
      case "Deleting" -> new Underway(Stage.REMOVING, "Azure removes the image", memo);
      case "Failed" ->
          throw new Trouble(
              new Fault.Failed(
                  "make image " + id.name(),
                  "Azure says: Failed; look whether the blob is there and is a fixed VHD"));
      default -> new Underway(Stage.UPLOADING, "Azure makes the image: " + state(image), memo);
    };
  }

  private Optional<JsonNode> find(ImageId id) throws Trouble {
    return look(id).filter(image -> Tags.owned(image, id.uid()));
  }

  /** Whoever it belongs to. */
  private Optional<JsonNode> look(ImageId id) throws Trouble {
    return client.find("look at image " + id.name(), Place.at(resource(id), Place.COMPUTE));
  }

  /** Making an image of a name that is taken would change that one, so the name holds the UID. */
  private String resource(ImageId id) {
    return place.imageId(Names.of(id.name(), id.uid(), "image"));
  }

  private static String state(JsonNode image) {
    return image.at("/properties/provisioningState").asText("");
  }

  /** One step, with its trouble turned into an answer. */
  private interface Step {
    ImageState take() throws Trouble;
  }

  private static ImageState answer(Step step) {
    try {
      return step.take();
    } catch (Trouble trouble) {
      return new Unclear(trouble.fault());
    }
  }
}
