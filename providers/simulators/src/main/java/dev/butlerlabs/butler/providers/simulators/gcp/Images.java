package dev.butlerlabs.butler.providers.simulators.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.gcp.Operations.Order;
import dev.butlerlabs.butler.providers.simulators.gcp.Operations.Work;
import java.time.Duration;
import java.util.Comparator;

/** Images: made of a file in Cloud Storage, found by name or by family. */
final class Images {

  private static final Duration MAKING = Duration.ofSeconds(60);
  private static final Duration REMOVING = Duration.ofSeconds(5);
  private static final String STORAGE = "https://storage.googleapis.com/";

  private final Cloud cloud;

  Images(Cloud cloud) {
    this.cloud = cloud;
  }

  /** By reference: a name, or the newest of a family. */
  ObjectNode resolve(String reference) {
    var name = Names.resolve(cloud.project, reference);
    var family = name.replaceFirst("/family/.*$", "/");
    return name.contains("/images/family/")
        ? newest(family.replaceFirst("/$", ""), Names.last(name))
        : cloud.store.require(name);
  }

  /** The newest of a family that is not deprecated. */
  ObjectNode newest(String folder, String family) {
    return cloud.store.names("images").stream()
        .filter(name -> Names.folder(name).equals(folder + "/"))
        .map(cloud.store::require)
        .filter(image -> image.path("family").asText().equals(family))
        .filter(image -> !image.has("deprecated"))
        .max(Comparator.comparingLong(image -> image.path("id").asLong()))
        .orElseThrow(() -> Refused.notFound(folder + "/family/" + family));
  }

  ObjectNode insert(ObjectNode body, String requestId) {
    var name = cloud.global("images/" + body.path("name").asText());
    var order = new Order("global", "insert", name, requestId, MAKING);
    var before = cloud.operations.repeated(order);
    if (before.isPresent()) {
      return before.get();
    }
    if (cloud.store.has(name) || !cloud.operations.underway(name).isEmpty()) {
      throw Refused.alreadyExists(name);
    }
    Labels.check(body.path("labels"));
    var source = body.path("rawDisk").path("source").asText();
    if (!source.matches(STORAGE + "[a-z0-9][a-z0-9._-]+/.+")) {
      throw Refused.invalid(
          "resource.rawDisk.source", source, "The URL must be of an object in Cloud Storage.");
    }
    return cloud.operations.begin(
        order,
        new Work() {
          @Override
          public void begin() {
            body.put("kind", "compute#image").put("status", "PENDING");
            cloud.store.put(name, body);
          }

          @Override
          public void finish() {
            complete(name, source);
          }
        });
  }

  private void complete(String name, String source) {
    var image = cloud.store.require(name);
    var sum = cloud.files.get(source);
    if (sum == null) {
      cloud.store.remove(name);
      throw new Refused(404, "notFound", "The resource '" + source + "' was not found");
    }
    var wanted = image.path("rawDisk").path("sha1Checksum").asText();
    if (!wanted.isEmpty() && !wanted.equals(sum)) {
      cloud.store.remove(name);
      throw new Refused(
          400, "invalid", "The SHA1 checksum of the raw disk does not match " + wanted);
    }
    image.put("status", "READY").put("diskSizeGb", "10").put("archiveSizeBytes", "1000000");
  }

  ObjectNode delete(String name, String requestId) {
    var order = new Order("global", "delete", name, requestId, REMOVING);
    var before = cloud.operations.repeated(order);
    if (before.isPresent()) {
      return before.get();
    }
    cloud.store.require(name);
    if (!cloud.operations.underway(name).isEmpty()) {
      throw Refused.notReady(name);
    }
    return cloud.operations.begin(order, () -> cloud.store.remove(name));
  }
}
