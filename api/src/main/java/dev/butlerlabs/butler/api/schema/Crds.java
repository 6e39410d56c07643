package dev.butlerlabs.butler.api.schema;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import java.lang.reflect.ParameterizedType;
import java.util.List;

/** CustomResourceDefinitions made from custom resource classes. */
public final class Crds {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Crds() {}

  /** The definition of one kind, ready to be applied. */
  public static ObjectNode of(Class<? extends CustomResource<?, ?>> type) {
    var crd =
        NODES
            .objectNode()
            .put("apiVersion", "apiextensions.k8s.io/v1")
            .put("kind", "CustomResourceDefinition");
    var metadata = crd.putObject("metadata").put("name", CustomResource.getCRDName(type));
    for (var label : type.getAnnotationsByType(CrdLabel.class)) {
      metadata.withObject("/labels").put(label.key(), label.value());
    }
    var spec = crd.putObject("spec").put("group", HasMetadata.getGroup(type));
    names(spec.putObject("names"), type);
    spec.put("scope", Namespaced.class.isAssignableFrom(type) ? "Namespaced" : "Cluster");
    spec.putArray("versions").add(version(type));
    return crd;
  }

  private static void names(ObjectNode names, Class<? extends CustomResource<?, ?>> type) {
    var kind = HasMetadata.getKind(type);
    names
        .put("kind", kind)
        .put("listKind", kind + "List")
        .put("plural", HasMetadata.getPlural(type))
        .put("singular", HasMetadata.getSingular(type));
    var shortNames = type.getAnnotation(ShortNames.class);
    if (shortNames != null) {
      List.of(shortNames.value()).forEach(names.putArray("shortNames")::add);
    }
    if (HasMetadata.getGroup(type).endsWith("cluster.x-k8s.io")) {
      names.withArray("categories").add("cluster-api");
    }
    var category = type.getAnnotation(Category.class);
    if (category != null) {
      List.of(category.value()).forEach(names.withArray("categories")::add);
    }
  }

  private static ObjectNode version(Class<? extends CustomResource<?, ?>> type) {
    var version =
        NODES
            .objectNode()
            .put("name", HasMetadata.getVersion(type))
            .put("served", true)
            .put("storage", true);
    for (var column : type.getAnnotationsByType(Column.class)) {
      var entry =
          version
              .withArray("additionalPrinterColumns")
              .addObject()
              .put("name", column.name())
              .put("type", column.type())
              .put("jsonPath", column.path());
      if (column.priority() > 0) {
        entry.put("priority", column.priority());
      }
    }
    var status = bodyType(type, 1);
    subresources(version, type, status != Void.class);
    version.putObject("schema").set("openAPIV3Schema", root(type, bodyType(type, 0), status));
    return version;
  }

  private static void subresources(ObjectNode version, Class<?> type, boolean hasStatus) {
    if (hasStatus) {
      version.withObject("/subresources").putObject("status");
    }
    var scale = type.getAnnotation(Scale.class);
    if (scale != null) {
      var entry =
          version
              .withObject("/subresources")
              .putObject("scale")
              .put("specReplicasPath", scale.specPath())
              .put("statusReplicasPath", scale.statusPath());
      if (!scale.selectorPath().isEmpty()) {
        entry.put("labelSelectorPath", scale.selectorPath());
      }
    }
  }

  private static ObjectNode root(Class<?> type, Class<?> spec, Class<?> status) {
    var schema = NODES.objectNode().put("type", "object");
    var doc = type.getAnnotation(Doc.class);
    if (doc == null) {
      throw new IllegalStateException(type.getName() + " has no @Doc: say what the kind is");
    }
    schema.put("description", doc.value());
    var fields = schema.putObject("properties");
    fields
        .putObject("apiVersion")
        .put("type", "string")
        .put("description", "API group and version this manifest is written for.");
    fields.putObject("kind").put("type", "string").put("description", "Kind of the object.");
    fields.putObject("metadata").put("type", "object");
    fields.set("spec", body(spec, "What is wanted."));
    if (status != Void.class) {
      fields.set("status", body(status, "What was found; written by Butler, never by people."));
    }
    Schemas.rules(schema, type);
    EditTable.of(type).lines().forEach(line -> held(schema, line));
    return schema;
  }

  private static void held(ObjectNode schema, EditTable.Line line) {
    line.hold()
        .cel(line.field())
        .ifPresent(
            rule ->
                schema
                    .withArray("x-kubernetes-validations")
                    .addObject()
                    .put("rule", rule)
                    .put("message", line.message())
                    .put("fieldPath", ".spec." + line.field()));
  }

  private static ObjectNode body(Class<?> type, String description) {
    var schema = Schemas.ofRecord(type);
    if (!schema.has("description")) {
      schema.put("description", description);
    }
    return schema;
  }

  private static Class<?> bodyType(Class<?> type, int index) {
    if (type.getGenericSuperclass() instanceof ParameterizedType parent
        && parent.getActualTypeArguments()[index] instanceof Class<?> body) {
      return body;
    }
    throw new IllegalStateException(
        type.getName() + " must directly extend a resource with its spec and status types");
  }
}
