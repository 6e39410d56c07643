package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.steward.secrets.SecretText;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;

/** The Secrets of a control plane, as they are stored. */
final class KeySecrets {

  /** Cluster API reads only Secrets of its own type, and a type cannot be changed later. */
  private static final String CLUSTER_API = "cluster.x-k8s.io/secret";

  private KeySecrets() {}

  static List<Secret> of(Blueprint print, Observation seen) {
    var secrets = new ArrayList<Secret>();
    var over = new HashSet<Part>();
    if (new Encryption(seen, print).over()) {
      over.add(Part.ENCRYPTION);
    }
    if (new TrustdKeys(seen, print).over()) {
      over.add(Part.TRUSTD);
    }
    seen.keys()
        .forEach(
            (part, keys) -> {
              if (!over.contains(part)) {
                secrets.add(secret(print, part, keys));
              }
            });
    return secrets;
  }

  private static Secret secret(Blueprint print, Part part, Keys keys) {
    var metadata = print.metadata(part.secretOf(print.name()), part.suffix());
    var annotations = new LinkedHashMap<String, String>();
    annotations.put(Marks.CHECKSUM, keys.checksum());
    if (keys.rotate() != null) {
      annotations.put(Marks.ROTATE, keys.rotate());
    }
    metadata.setAnnotations(annotations);
    if (!part.lifecycle().isEmpty()) {
      metadata.getLabels().put(Marks.LIFECYCLE, part.lifecycle());
    }
    var cluster = cluster(print);
    if (part == Part.CA && !cluster.isEmpty()) {
      metadata.getLabels().put(Marks.CLUSTER_NAME, cluster);
    }
    var type = part == Part.CA && !cluster.isEmpty() ? CLUSTER_API : "Opaque";
    return new SecretBuilder()
        .withMetadata(metadata)
        .withType(Objects.requireNonNullElse(keys.type(), type))
        .withData(SecretText.encode(keys.data()))
        .build();
  }

  private static String cluster(Blueprint print) {
    var labels = print.plane().getMetadata().getLabels();
    return labels == null ? "" : labels.getOrDefault(Marks.CLUSTER_NAME, "");
  }
}
