package dev.butlerlabs.butler.apps.workbench;

import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.apps.workbench.console.Refusal;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import java.net.URI;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The image that is tried beside a machine. */
final class ImageOptions {

  @Option(names = "--image", paramLabel = "URL", description = "Also bring this image.")
  private @Nullable URI image;

  @Option(names = "--sha256", paramLabel = "HEX", description = "Checksum of the image's file.")
  private @Nullable String sha256;

  Optional<ImageOrder> order() {
    if (sha256 != null && (image == null || !sha256.matches("[0-9a-f]{64}"))) {
      throw new Refusal(
          "--sha256",
          image == null ? "there is no --image it could be of" : "it is no SHA-256",
          "give the checksum of the image's file, 64 digits of 0-9 and a-f");
    }
    if (image == null) {
      return Optional.empty();
    }
    if (image.getScheme() == null) {
      throw new Refusal("--image " + image, "it is no URL", "begin it with https://");
    }
    return Optional.of(
        new ImageOrder(image, format(image), sha256, Architecture.AMD64, TransferMode.DIRECT));
  }

  /** By the end of its name; what has no such end is taken for the usual one. */
  private static String format(URI source) {
    var path = String.valueOf(source.getPath());
    return Stream.of("raw", "iso", "vhd", "vmdk")
        .filter(format -> path.endsWith("." + format))
        .findFirst()
        .orElse("qcow2");
  }
}
