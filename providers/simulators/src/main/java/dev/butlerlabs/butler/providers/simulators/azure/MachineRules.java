package dev.butlerlabs.butler.providers.simulators.azure;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Base64;
import java.util.HashSet;

/** What a new machine must be like beyond the shape of its body. */
final class MachineRules {

  private static final int LONGEST_CUSTOM_DATA = 87380;

  private final Estate estate;
  private final Region region;
  private final Roles roles;
  private final Cards cards;
  private final Images images;

  MachineRules(Estate estate, Region region, Roles roles, Cards cards, Images images) {
    this.estate = estate;
    this.region = region;
    this.roles = roles;
    this.cards = cards;
    this.images = images;
  }

  void check(String id, JsonNode body, int coresUsed) {
    place(body);
    var size = region.require(body.at("/properties/hardwareProfile/vmSize").asText());
    cards(id, body.at("/properties/networkProfile/networkInterfaces"));
    var storage = body.at("/properties/storageProfile");
    var image = images.require(storage.path("imageReference"));
    disks(id, storage, size, image);
    guest(body.at("/properties/osProfile"), image);
    plan(body.path("plan"), image);
    identity(body.path("identity"));
    try {
      region.requireQuota(size, coresUsed);
    } catch (Refused refused) {
      // Known: the cards of a machine that was refused stay reserved for it.
      body.at("/properties/networkProfile/networkInterfaces")
          .forEach(card -> cards.reserve(card.path("id").asText(), id));
      throw refused;
    }
  }

  private static void place(JsonNode body) {
    if (!body.path("location").asText().equalsIgnoreCase(Region.NAME)) {
      throw Refused.badRequest(
          "LocationNotAvailableForResourceType",
          "The provided location '%s' is not available for resource type '%s'."
              .formatted(body.path("location").asText(), Machines.KIND));
    }
    body.path("zones")
        .forEach(
            zone -> {
              if (!Region.ZONES.contains(zone.asText())) {
                throw Refused.badRequest(
                    "InvalidAvailabilityZone",
                    "The zone(s) '%s' for resource is not supported.".formatted(zone.asText()));
              }
            });
  }

  private void cards(String id, JsonNode listed) {
    if (listed.isEmpty()) {
      throw Refused.badRequest(
          "InvalidParameter", "Required parameter 'networkInterfaces' is missing (null).");
    }
    for (var one : listed) {
      var card =
          estate
              .find(one.path("id").asText())
              .orElseThrow(
                  () ->
                      new Refused(
                          404,
                          "NotFound",
                          "Resource %s not found.".formatted(one.path("id").asText())));
      roles.requireLinked("Microsoft.Network/networkInterfaces/join/action", card.id);
      cards.requireFree(card, id);
    }
  }

  private void disks(String vm, JsonNode storage, Region.Size size, Images.Image image) {
    var os = storage.path("osDisk");
    if (!os.path("createOption").asText().equals("FromImage")) {
      throw Refused.badRequest(
          "InvalidParameter", "An image reference needs an OS disk with createOption FromImage.");
    }
    if (os.has("diskSizeGB") && os.path("diskSizeGB").asInt() < image.diskGiB()) {
      throw Refused.badRequest(
          "InvalidParameter",
          ("The specified disk size %d GB is smaller than the size of the corresponding disk in the"
                  + " VM image: %d GB.")
              .formatted(os.path("diskSizeGB").asInt(), image.diskGiB()));
    }
    disk(vm, os, size);
    var luns = new HashSet<Integer>();
    for (var data : storage.path("dataDisks")) {
      disk(vm, data, size);
      if (!luns.add(data.path("lun").asInt())) {
        throw Refused.badRequest(
            "InvalidParameter", "Cannot use the same LUN for more than one data disk.");
      }
    }
    if (luns.size() > size.dataDisks()) {
      throw Refused.conflict(
          "OperationNotAllowed",
          "The maximum number of data disks allowed to be attached to a VM of this size is %d."
              .formatted(size.dataDisks()));
    }
  }

  private void disk(String vm, JsonNode disk, Region.Size size) {
    roles.require("Microsoft.Compute/disks/write", vm);
    var name = disk.path("name").asText();
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,78}[A-Za-z0-9_]")) {
      throw Refused.badRequest(
          "InvalidParameter", "The entity name '" + name + "' is invalid for a disk.");
    }
    if (disk.at("/managedDisk/storageAccountType").asText().startsWith("Premium")
        && !size.premium()) {
      throw Refused.badRequest(
          "InvalidParameter",
          ("Requested operation cannot be performed because the VM size %s does not support the"
                  + " storage account type Premium_LRS of disk '%s'.")
              .formatted(size.name(), name));
    }
    if (estate.find(vm.replaceFirst("(?i)virtualMachines/[^/]+$", "disks/") + name).isPresent()) {
      throw Refused.conflict(
          "ConflictingUserInput",
          "Disk %s already exists in the resource group. Only CreateOption.Attach is supported."
              .formatted(name));
    }
  }

  private static void guest(JsonNode profile, Images.Image image) {
    if (image.specialized() || profile.isMissingNode()) {
      if (image.specialized() && !profile.isMissingNode()) {
        throw Refused.badRequest("InvalidParameter", "Parameter 'osProfile' is not allowed.");
      }
      if (!image.specialized()) {
        throw Refused.badRequest(
            "InvalidParameter", "Required parameter 'osProfile' is missing (null).");
      }
      return;
    }
    for (var name : new String[] {"computerName", "adminUsername"}) {
      if (profile.path(name).asText("").isEmpty()) {
        throw Refused.badRequest(
            "InvalidParameter", "Required parameter '" + name + "' is missing (null).");
      }
    }
    customData(profile.path("customData").asText(""));
    var linux = profile.path("linuxConfiguration");
    var keys = linux.at("/ssh/publicKeys");
    if (linux.path("disablePasswordAuthentication").asBoolean() && keys.isEmpty()) {
      throw Refused.badRequest(
          "InvalidParameter",
          "Authentication using SSH key is enabled but no SSH key is provided.");
    }
    var home = "/home/" + profile.path("adminUsername").asText() + "/.ssh/authorized_keys";
    keys.forEach(key -> key(key, home));
  }

  private static void key(JsonNode key, String home) {
    if (!key.path("path").asText().equals(home)) {
      throw Refused.badRequest(
          "InvalidParameter",
          "Destination path for SSH public keys is currently limited to its default value " + home);
    }
    if (!key.path("keyData").asText().matches("ssh-rsa [A-Za-z0-9+/]{300,}={0,2}( .*)?")) {
      throw Refused.badRequest(
          "InvalidParameter",
          "The value of parameter linuxConfiguration.ssh.publicKeys.keyData is invalid.");
    }
  }

  private static void customData(String text) {
    try {
      if (text.length() > LONGEST_CUSTOM_DATA || Base64.getDecoder().decode(text).length < 0) {
        throw new IllegalArgumentException();
      }
    } catch (IllegalArgumentException _) {
      throw Refused.badRequest(
          "InvalidParameter",
          "Custom data in OSProfile must be in Base64 encoding and with a maximum length of 87380"
              + " characters.");
    }
  }

  private static void plan(JsonNode plan, Images.Image image) {
    if (!image.plan().isEmpty() && !plan.path("name").asText("").equals(image.plan())) {
      throw Refused.badRequest(
          "VMMarketplaceInvalidInput",
          "Creating a virtual machine from Marketplace image requires Plan information in the"
              + " request.");
    }
  }

  private void identity(JsonNode identity) {
    identity
        .path("userAssignedIdentities")
        .fieldNames()
        .forEachRemaining(
            id ->
                roles.requireLinked(
                    "Microsoft.ManagedIdentity/userAssignedIdentities/assign/action", id));
  }
}
