package dev.butlerlabs.butler.steward.capi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Locale;

/** Kinds of Cluster API and its platforms, found by asking which of them are served and how. */
public final class ClusterApi {

  private static final String GROUP = "cluster.x-k8s.io";
  private static final ObjectMapper JSON = WireFormat.mapper();

  private final KubernetesClient client;

  public ClusterApi(KubernetesClient client) {
    this.client = client;
  }

  static boolean isCluster(OwnerReference owner) {
    return owner.getKind().equals("Cluster") && owner.getApiVersion().startsWith(GROUP + "/");
  }

  /** Clusters in the version that a reference to one of them names. */
  static Kind<GenericKubernetesResource> clusters(OwnerReference owner) {
    var version = owner.getApiVersion().substring(GROUP.length() + 1);
    return Kind.untyped(new Kind.Coordinates(GROUP, version, "Cluster", "clusters", true));
  }

  /** A kind in the version it is stored in; Cluster API wants the plural to be the plain one. */
  Answer<Kind<GenericKubernetesResource>> kind(String group, String kind) {
    var plural = kind.toLowerCase(Locale.ROOT) + "s";
    var name = plural + "." + group;
    var attempt = new Attempt("look for", "CustomResourceDefinition", ObjectKey.cluster(name));
    return Asking.ask(
            attempt,
            () -> client.apiextensions().v1().customResourceDefinitions().withName(name).require())
        .map(
            definition ->
                Kind.untyped(new Kind.Coordinates(group, stored(definition), kind, plural, true)));
  }

  /** One object as it is stored. */
  Answer<GenericKubernetesResource> read(Kind<GenericKubernetesResource> kind, ObjectKey key) {
    return Asking.ask(
        new Attempt("read", kind.coordinates().kind(), key),
        () ->
            client
                .genericKubernetesResources(kind.coordinates().toContext())
                .inNamespace(key.namespace())
                .withName(key.name())
                .require());
  }

  static JsonNode tree(GenericKubernetesResource object) {
    return JSON.valueToTree(object);
  }

  static GenericKubernetesResource object(JsonNode tree) {
    return JSON.convertValue(tree, GenericKubernetesResource.class);
  }

  private static String stored(CustomResourceDefinition definition) {
    return definition.getSpec().getVersions().stream()
        .filter(version -> version.getStorage())
        .findFirst()
        .orElseThrow()
        .getName();
  }
}
