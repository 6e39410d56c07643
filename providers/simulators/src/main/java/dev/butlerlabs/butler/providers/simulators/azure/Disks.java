package dev.butlerlabs.butler.providers.simulators.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;

/** Disks by themselves: made to be filled from outside, and made into images. */
final class Disks {

  private static final Duration CHANGE = Duration.ofSeconds(5);

  private final Estate estate;
  private final Roles roles;

  Disks(Estate estate, Roles roles) {
    this.estate = estate;
    this.roles = roles;
  }

  Resource put(String id, ObjectNode body) {
    var creation = body.at("/properties/creationData");
    var option = creation.path("createOption").asText();
    if (option.equals("Upload") && creation.path("uploadSizeBytes").asLong() % 512 != 0) {
      throw Refused.badRequest(
          "InvalidParameter", "The upload size of a disk is a multiple of 512 bytes.");
    }
    var disk = estate.put(id, Machines.DISKS, body);
    disk.properties().put("diskState", option.equals("Upload") ? "ReadyToUpload" : "Unattached");
    disk.state("Succeeded");
    return disk;
  }

  String delete(Resource disk) {
    if (disk.body().has("managedBy")) {
      throw Refused.conflict(
          "OperationNotAllowed",
          "Disk %s is attached to VM %s.".formatted(disk.name(), disk.text("/managedBy")));
    }
    if (disk.text("/properties/diskState").equals("ActiveUpload")) {
      throw Refused.conflict(
          "OperationNotAllowed",
          "There is an active shared access signature outstanding for disk " + disk.name() + ".");
    }
    disk.state("Deleting");
    return estate.begin(CHANGE, () -> estate.remove(disk.id));
  }

  ObjectNode grant(Resource disk, JsonNode body) {
    if (body.path("access").asText().equals("Write")) {
      disk.properties().put("diskState", "ActiveUpload");
    }
    disk.changed();
    return JsonNodeFactory.instance
        .objectNode()
        .put("accessSAS", "https://md-canary.example/" + disk.name() + "?sig=canary-signature");
  }

  String revoke(Resource disk) {
    return estate.begin(CHANGE, () -> disk.properties().put("diskState", "Unattached"));
  }

  /** An image of a blob or a disk; a blob must be one that is there. */
  Resource image(String id, ObjectNode body) {
    var os = body.at("/properties/storageProfile/osDisk");
    var blob = os.path("blobUri").asText("");
    var disk = os.at("/managedDisk/id").asText("");
    if (blob.isEmpty() == disk.isEmpty()) {
      throw Refused.badRequest(
          "InvalidParameter", "An image has one source: a blob, a disk or a snapshot.");
    }
    if (!disk.isEmpty()) {
      roles.requireLinked("Microsoft.Compute/disks/read", disk);
      estate.require(disk);
    } else if (!blob.matches("https://[a-z0-9]{3,24}\\.blob\\.core\\.windows\\.net/.+\\.vhd")) {
      throw Refused.badRequest("InvalidParameter", "The source blob uri " + blob + " is invalid.");
    }
    var image = estate.put(id, Images.KIND, body);
    image.state("Creating");
    estate.begin(
        CHANGE.multipliedBy(4),
        () -> {
          if (blob.contains("missing")) {
            image.state("Failed");
          } else if (image.state().equals("Creating")) {
            image.state("Succeeded");
          }
        });
    return image;
  }

  String deleteImage(Resource image) {
    image.state("Deleting");
    return estate.begin(CHANGE, () -> estate.remove(image.id));
  }
}
