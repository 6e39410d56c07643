package dev.butlerlabs.butler.providers.harvester.infrastructure;

import dev.butlerlabs.butler.api.infra.HarvesterSettings;
import dev.butlerlabs.butler.providers.spi.infrastructure.Firsts;
import dev.butlerlabs.butler.providers.spi.infrastructure.Gap;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeRegistration;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where on Harvester the machines stand and what they start from.
 *
 * @param images the image of each pool, by pool, written namespace/name
 * @param classes the storage class that somebody told, by image
 */
record Place(
    String namespace, String network, Map<String, String> images, Map<String, String> classes) {

  /** KubeVirt hands bootstrap data to machines on a disc for cloud-init. */
  static final NodeRegistration NODES =
      NodeRegistration.plain()
          .withoutIgnition(
              "Harvester hands bootstrap data to machines where only cloud-init looks");

  private static final Pattern QUALIFIED = Pattern.compile("[a-z0-9.-]+/[a-z0-9.-]+");

  static Place of(WorkerOrder order, HarvesterSettings settings, Problems problems) {
    var override = order.override() == null ? null : order.override().harvester();
    var images = new HashMap<String, String>();
    for (var pool : order.pools()) {
      var image =
          Firsts.text(
              override == null ? null : override.imageName(),
              pool.ownImage().orElse(null),
              settings.imageName());
      images.put(pool.name(), image(pool, image, problems));
    }
    return new Place(
        Firsts.text(override == null ? null : override.namespace(), settings.namespace())
            .orElse("default"),
        Firsts.text(override == null ? null : override.networkName())
            .orElse(settings.networkName()),
        Map.copyOf(images),
        classes(settings));
  }

  private static Map<String, String> classes(HarvesterSettings settings) {
    return Firsts.text(settings.imageName())
        .flatMap(
            image -> Firsts.text(settings.imageStorageClassName()).map(name -> Map.of(image, name)))
        .orElse(Map.of());
  }

  private static String image(Pool pool, Optional<String> image, Problems problems) {
    var named =
        problems.require(
            image,
            "worker pool " + pool.name(),
            "no image is named for its machines",
            "set spec.harvester.imageName of the ProviderConfig, or os.imageRef of the pool");
    if (!named.isEmpty() && !QUALIFIED.matcher(named).matches()) {
      problems.add(
          "image of worker pool " + pool.name(),
          named + " is not written namespace/name",
          "write it so; kubectl get virtualmachineimages -A lists both");
    }
    return named;
  }

  String image(Pool pool) {
    return images.getOrDefault(pool.name(), "");
  }

  /** The class that brings the image; Harvester tells it only to who asks. */
  String storageClassOf(Pool pool) {
    var image = image(pool);
    return classes.getOrDefault(image, "longhorn-" + image.substring(image.indexOf('/') + 1));
  }

  /**
   * That the class is guessed. A volume of another class is empty, and its machine does not start.
   */
  Optional<Gap> guess(Pool pool) {
    var image = image(pool);
    return classes.containsKey(image)
        ? Optional.empty()
        : Optional.of(
            Gap.of(
                Gap.Reason.STORAGE_GUESSED,
                "root disks of worker pool " + pool.name(),
                "nobody tells the storage class of image %s, and %s is taken for it"
                    .formatted(image, storageClassOf(pool)),
                "compare it with status.storageClassName of the VirtualMachineImage; name the image"
                    + " and its class in spec.harvester.imageName and imageStorageClassName of the"
                    + " ProviderConfig"));
  }
}
