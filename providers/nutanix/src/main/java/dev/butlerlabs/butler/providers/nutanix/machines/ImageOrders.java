package dev.butlerlabs.butler.providers.nutanix.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which images Prism Central can bring. Pure. */
final class ImageOrders {

  private static final Set<String> DISKS = Set.of("qcow2", "raw");

  private ImageOrders() {}

  static List<Fault> problems(ImageOrder order) {
    var faults = new ArrayList<Fault>();
    if (!DISKS.contains(order.format()) && !order.format().equals("iso")) {
      faults.add(wrong("spec.format", "Prism takes qcow2, raw and iso, not " + order.format()));
    }
    if (order.architecture() != Architecture.AMD64) {
      faults.add(wrong("spec.factoryRef.arch", "AHV runs amd64 only"));
    }
    if (order.transfer() == TransferMode.PROXY) {
      faults.add(
          wrong("spec.transferMode", "Prism fetches images by itself; proxy is not served here"));
    }
    var scheme = order.source().getScheme();
    if (!"http".equals(scheme) && !"https".equals(scheme)) {
      faults.add(wrong("the source of the image", "Prism fetches over HTTP or HTTPS"));
    }
    return faults;
  }

  private static Fault wrong(String field, String why) {
    return new Fault.Invalid("look at the order of an image", field, why);
  }

  /** The SHA-256 that Prism compared before it called the image complete. */
  static @Nullable String checked(JsonNode image) {
    var checksum = image.path("spec").path("resources").path("checksum");
    return checksum.path("checksum_algorithm").asText().equals("SHA_256")
        ? checksum.path("checksum_value").asText()
        : null;
  }

  static String type(ImageOrder order) {
    return order.format().equals("iso") ? "ISO_IMAGE" : "DISK_IMAGE";
  }
}
