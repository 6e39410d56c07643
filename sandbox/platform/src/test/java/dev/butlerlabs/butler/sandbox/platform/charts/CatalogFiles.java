package dev.butlerlabs.butler.sandbox.platform.charts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.addons.catalog.Catalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** The catalog as it is published. */
final class CatalogFiles {

  private CatalogFiles() {}

  static List<ObjectNode> all() {
    return Catalog.names().stream().map(CatalogFiles::read).toList();
  }

  static ObjectNode yaml(String text) {
    try {
      return (ObjectNode) new YAMLMapper().readTree(text);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static ObjectNode read(String name) {
    var path = "/catalog/" + name + ".yaml";
    try (var in = Catalog.class.getResourceAsStream(path)) {
      return (ObjectNode) new YAMLMapper().readTree(Objects.requireNonNull(in, path));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
