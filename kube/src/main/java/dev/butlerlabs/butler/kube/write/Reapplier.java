package dev.butlerlabs.butler.kube.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Kind.Coordinates;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;

/**
 * Server-side apply in the name of another tool, for objects that it has applied before: its share
 * of each object becomes what it was, and the tool finds everything as it left it.
 */
public final class Reapplier {

  private static final List<String> EVERYWHERE = List.of("All");

  private final KubernetesClient client;
  private final FieldManager tool;

  public Reapplier(KubernetesClient client, FieldManager tool) {
    this.client = client;
    this.tool = tool;
  }

  /** The object as it is stored, with who wrote which field. */
  public Answer<JsonNode> read(Coordinates kind, ObjectKey key) {
    return Asking.ask(attempt("read", kind, key), () -> Patches.tree(at(kind, key).require()));
  }

  /** The object as it would be after {@link #apply}; nothing is stored. */
  public Answer<JsonNode> wouldBe(Coordinates kind, ObjectKey key, ObjectNode body) {
    var dry =
        new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager(tool.name())
            .withForce(true)
            .withDryRun(EVERYWHERE)
            .build();
    return send("try to apply", kind, key, body, dry);
  }

  /** The same, unless fields of it are somebody else's: {@link Trouble.Conflict} says which. */
  public Answer<JsonNode> unlessTaken(Coordinates kind, ObjectKey key, ObjectNode body) {
    var dry =
        new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager(tool.name())
            .withForce(false)
            .withDryRun(EVERYWHERE)
            .build();
    return send("try to apply", kind, key, body, dry);
  }

  /** Makes the tool's share of the object this body; it is made if it is not there. */
  public Answer<JsonNode> apply(Coordinates kind, ObjectKey key, ObjectNode body) {
    return send("apply", kind, key, body, Patches.apply(tool, true));
  }

  private Answer<JsonNode> send(
      String verb, Coordinates kind, ObjectKey key, ObjectNode body, PatchContext how) {
    return Asking.ask(
        attempt(verb, kind, key),
        () -> Patches.tree(meant(kind, key).patch(how, Patches.text(body))));
  }

  private static Attempt attempt(String verb, Coordinates kind, ObjectKey key) {
    return new Attempt(verb, kind.kind(), key);
  }

  /** By what it shall be: an object that is only named would have to be there. */
  private Resource<GenericKubernetesResource> meant(Coordinates kind, ObjectKey key) {
    var object = new GenericKubernetesResource();
    object.setApiVersion(
        kind.group().isEmpty() ? kind.version() : kind.group() + "/" + kind.version());
    object.setKind(kind.kind());
    object.setMetadata(new ObjectMetaBuilder().withName(key.name()).build());
    var all = client.genericKubernetesResources(kind.toContext());
    if (!kind.namespaced()) {
      return all.resource(object);
    }
    object.getMetadata().setNamespace(key.namespace());
    return all.inNamespace(key.namespace()).resource(object);
  }

  private Resource<GenericKubernetesResource> at(Coordinates kind, ObjectKey key) {
    var all = client.genericKubernetesResources(kind.toContext());
    return kind.namespaced()
        ? all.inNamespace(key.namespace()).withName(key.name())
        : all.withName(key.name());
  }
}
