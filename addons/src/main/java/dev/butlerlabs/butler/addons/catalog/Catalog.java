package dev.butlerlabs.butler.addons.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** The AddonDefinitions that come with the platform, read from this module's resources. */
public final class Catalog {

  private Catalog() {}

  /** All of them, platform addons first, in the order in which a page shows them. */
  public static List<AddonDefinition> builtin() {
    var format = WireFormat.serialization();
    return names().stream()
        .map(name -> format.unmarshal(text(name + ".yaml"), AddonDefinition.class))
        .toList();
  }

  /** Their names; each is a file of the resource folder {@code /catalog}. */
  public static List<String> names() {
    return text("index").lines().toList();
  }

  private static String text(String file) {
    var path = "/catalog/" + file;
    try (var in = Catalog.class.getResourceAsStream(path)) {
      return new String(Objects.requireNonNull(in, path).readAllBytes(), UTF_8);
    } catch (IOException failed) {
      throw new UncheckedIOException("the catalog's " + path + " cannot be read", failed);
    }
  }
}
