package dev.butlerlabs.butler.addons.install;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;

/** An object of a manifest as Helm applies it: with the marks that Helm puts on everything. */
final class HelmShare {

  private HelmShare() {}

  /**
   * The object, marked.
   *
   * @param namespace empty for objects of the whole cluster
   */
  static ObjectNode of(ObjectNode object, ReleaseKey release, String namespace) {
    var share = object.deepCopy();
    share.remove("status");
    var metadata = share.withObject("/metadata");
    if (!namespace.isEmpty()) {
      metadata.put("namespace", namespace);
    }
    named(metadata, "labels").put("app.kubernetes.io/managed-by", "Helm");
    named(metadata, "annotations")
        .put("meta.helm.sh/release-name", release.name())
        .put("meta.helm.sh/release-namespace", release.namespace());
    return share;
  }

  /** Charts leave empty maps behind, which are read as nothing. */
  private static ObjectNode named(ObjectNode metadata, String name) {
    if (!metadata.path(name).isObject()) {
      metadata.remove(name);
    }
    return metadata.withObject("/" + name);
  }
}
