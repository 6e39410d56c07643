package dev.butlerlabs.butler.sandbox.toolchain.image;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Takes one file out of an image: index, manifest, layers from the top, each digest checked. */
public final class ImageFile {

  private static final long LARGEST_LAYER = 1L << 30;

  private enum Scan {
    FOUND,
    REMOVED,
    NOT_HERE
  }

  private final NetworkSettings settings;

  public ImageFile(NetworkSettings settings) {
    this.settings = settings;
  }

  /** Returns when the registry, its mirror or the proxy before it answers; else tells why not. */
  public void reach(ImageReference image) throws ImageProblem {
    new HttpDoor(settings).knock(settings.addressOf(image.registry()));
  }

  /**
   * Writes the image's {@code file} to {@code target}.
   *
   * @param file path in the image, without a leading slash
   * @return the digest of the manifest or index the reference led to
   */
  public String extract(
      ImageReference image, String os, String architecture, String file, Path target)
      throws ImageProblem {
    var registry =
        new RegistryClient(
            new Transport(new HttpDoor(settings).client()),
            settings.addressOf(image.registry()),
            image.repository());
    var pinned = image.digest();
    var top = registry.manifest(pinned == null ? image.tag() : pinned);
    var digest = "sha256:" + Sha256.of(top);
    if (pinned != null) {
      compare(pinned, digest, "the manifest of " + image);
    }
    var manifest = forPlatform(registry, RegistryClient.json(top, image + ""), os, architecture);
    takeFromLayers(registry, layers(manifest, image), image, file, target);
    return digest;
  }

  private static JsonNode forPlatform(
      RegistryClient registry, JsonNode top, String os, String architecture) throws ImageProblem {
    if (!top.has("manifests")) {
      return top;
    }
    for (var entry : top.get("manifests")) {
      var platform = entry.path("platform");
      if (platform.path("os").asText().equals(os)
          && platform.path("architecture").asText().equals(architecture)) {
        var digest = entry.path("digest").asText();
        var bytes = registry.manifest(digest);
        compare(
            digest, "sha256:" + Sha256.of(bytes), "the manifest for " + os + "/" + architecture);
        return RegistryClient.json(bytes, digest);
      }
    }
    throw new ImageProblem("the image has nothing for " + os + "/" + architecture);
  }

  /** Topmost first, because an upper layer hides what lies below. */
  private static List<JsonNode> layers(JsonNode manifest, ImageReference image)
      throws ImageProblem {
    var layers = new ArrayList<JsonNode>();
    manifest.path("layers").forEach(layers::add);
    for (var layer : layers) {
      if (layer.path("size").asLong() > LARGEST_LAYER) {
        throw new ImageProblem(image + " has a layer of more than 1 GiB");
      }
    }
    Collections.reverse(layers);
    return layers;
  }

  private static void takeFromLayers(
      RegistryClient registry, List<JsonNode> layers, ImageReference image, String file, Path to)
      throws ImageProblem {
    var part = to.resolveSibling(to.getFileName() + ".layer");
    try {
      for (var layer : layers) {
        var digest = layer.path("digest").asText();
        registry.download(digest, layer.path("size").asLong(), part);
        compare(digest, "sha256:" + Sha256.of(part), "a layer of " + image);
        var scan = scan(part, layer.path("mediaType").asText(), file, to);
        if (scan == Scan.FOUND) {
          return;
        } else if (scan == Scan.REMOVED) {
          break;
        }
      }
      throw new ImageProblem("the image " + image + " has no file " + file);
    } catch (IOException e) {
      throw new ImageProblem("a layer of " + image + " cannot be unpacked: " + e.getMessage(), e);
    } finally {
      delete(part);
    }
  }

  private static Scan scan(Path layer, String mediaType, String file, Path target)
      throws IOException, ImageProblem {
    var name = file.substring(file.lastIndexOf('/') + 1);
    var removed = file.substring(0, file.length() - name.length()) + ".wh." + name;
    try (var in = unpacked(layer, mediaType)) {
      var entries = new TarEntries(in);
      for (var entry = entries.next(); entry.isPresent(); entry = entries.next()) {
        if (entry.get().name().equals(removed)) {
          return Scan.REMOVED;
        }
        if (entry.get().name().equals(file) && entry.get().regular()) {
          try (var out = Files.newOutputStream(target)) {
            entries.copyTo(out);
          }
          return Scan.FOUND;
        }
      }
      return Scan.NOT_HERE;
    }
  }

  private static InputStream unpacked(Path layer, String mediaType)
      throws IOException, ImageProblem {
    if (mediaType.endsWith("zstd")) {
      throw new ImageProblem("a layer is packed as " + mediaType + ", which is not understood");
    }
    var raw = new BufferedInputStream(Files.newInputStream(layer));
    return mediaType.endsWith("gzip") ? new GZIPInputStream(raw, 1 << 16) : raw;
  }

  private static void compare(String expected, String actual, String what) throws ImageProblem {
    if (!expected.equals(actual)) {
      throw new ImageProblem(what + " has the digest " + actual + " instead of " + expected);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // It lies in the caller's temporary folder, which goes away as a whole.
    }
  }
}
