package dev.butlerlabs.butler.addons.install.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.butler.addons.helm.plan.Patch;
import dev.butlerlabs.butler.api.addons.ObjectPatch;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Changes to what charts render, as they are written. */
final class Changes {

  private Changes() {}

  /** Those of the catalog first, so that an addon has the last word. */
  static List<Patch> of(List<ObjectPatch> catalog, List<ObjectPatch> addon) {
    return Stream.concat(catalog.stream(), addon.stream())
        .map(
            one ->
                new Patch(
                    Objects.requireNonNullElse(one.group(), ""),
                    one.kind(),
                    Objects.requireNonNullElse(one.name(), ""),
                    one.patch()))
        .toList();
  }

  /** Something that changes when they do; nothing when there are none. */
  static List<String> marks(List<ObjectPatch> patches) {
    return patches.isEmpty() ? List.of() : List.of(Fingerprint.of(tree(patches)));
  }

  private static ArrayNode tree(List<ObjectPatch> patches) {
    var tree = JsonNodeFactory.instance.arrayNode();
    of(patches, List.of())
        .forEach(one -> tree.addObject().put("of", one.toString()).set("change", one.change()));
    return tree;
  }
}
