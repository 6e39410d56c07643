package dev.butlerlabs.butler.sandbox.platform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.catalog.Catalog;
import dev.butlerlabs.butler.api.catalog.CrdFiles;
import dev.butlerlabs.butler.sandbox.node.ProcessNode;
import java.util.List;
import java.util.stream.Stream;

/** What is ours: the CRDs, the system namespace, and who may do what. */
final class OwnManifests {

  private OwnManifests() {}

  static List<Manifest> all() {
    var crds =
        CrdFiles.names().stream()
            .flatMap(name -> Yaml.resource(CrdFiles.class, "/crds/" + name).stream());
    var access = Yaml.resource(OwnManifests.class, "access.yaml").stream();
    var node = Yaml.resource(ProcessNode.class, "access.yaml").stream();
    return Stream.of(access, node, crds).flatMap(all -> all).map(Manifest::of).toList();
  }

  /** The addon catalog as it is published. */
  static List<ObjectNode> definitions() {
    return Catalog.names().stream()
        .flatMap(name -> Yaml.resource(Catalog.class, "/catalog/" + name + ".yaml").stream())
        .toList();
  }
}
