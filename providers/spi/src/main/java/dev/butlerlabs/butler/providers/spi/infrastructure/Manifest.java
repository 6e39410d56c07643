package dev.butlerlabs.butler.providers.spi.infrastructure;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * One object to apply. Its text never shows its content, which may be a Secret's.
 *
 * @param namespace empty for an object of the whole management cluster
 * @param content everything beside apiVersion, kind and metadata
 */
public record Manifest(
    String apiVersion,
    String kind,
    String namespace,
    String name,
    Map<String, String> labels,
    Map<String, String> annotations,
    Map<String, Object> content) {

  private static final ObjectMapper JSON = new ObjectMapper();

  public Manifest {
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    annotations = Collections.unmodifiableMap(new TreeMap<>(annotations));
    content = Collections.unmodifiableMap(new TreeMap<>(content));
  }

  public Reference reference() {
    return new Reference(apiVersion, kind, name);
  }

  /** The object as a tree, the same bytes each time. */
  public ObjectNode tree() {
    var metadata =
        Fields.of("name", name)
            .withIf("namespace", namespace)
            .withIf("labels", labels)
            .withIf("annotations", annotations);
    var whole = Fields.of("apiVersion", apiVersion).with("kind", kind).with("metadata", metadata);
    content.forEach(whole::with);
    return JSON.valueToTree(whole.map());
  }

  @Override
  public String toString() {
    return kind + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
  }
}
