package dev.butlerlabs.butler.providers.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.providers.local.plan.Pause;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Objects of Cluster API that ours belong to, in the version Cluster API names itself by. It may be
 * installed at any time, and before that nobody serves its kinds.
 */
final class Owners {

  static final String CLUSTER_NAME = "cluster.x-k8s.io/cluster-name";
  private static final String GROUP = "cluster.x-k8s.io";
  private static final ObjectMapper JSON = WireFormat.mapper();

  private Owners() {}

  /** The reference to an owner of that kind of Cluster API. */
  static Optional<OwnerReference> reference(HasMetadata object, String kind) {
    return object.getMetadata().getOwnerReferences().stream()
        .filter(owner -> owner.getKind().equals(kind))
        .filter(owner -> owner.getApiVersion().startsWith(GROUP + "/"))
        .findFirst();
  }

  /** A kind of Cluster API in the version that a reference names. */
  static Kind<GenericKubernetesResource> kind(OwnerReference owner, String kind) {
    var version = owner.getApiVersion().substring(GROUP.length() + 1);
    var plural = kind.toLowerCase(Locale.ROOT) + "s";
    return Kind.untyped(new Kind.Coordinates(GROUP, version, kind, plural, true));
  }

  /** The owner itself; a namesake that came after it is somebody else. */
  static Optional<JsonNode> find(HasMetadata object, OwnerReference owner, Cache cache) {
    var key = new ObjectKey(object.getMetadata().getNamespace(), owner.getName());
    return cache
        .find(kind(owner, owner.getKind()), key)
        .filter(found -> found.getMetadata().getUid().equals(owner.getUid()))
        .map(Owners::tree);
  }

  static JsonNode tree(GenericKubernetesResource object) {
    return JSON.valueToTree(object);
  }

  static boolean pausedByItself(HasMetadata object) {
    var annotations = object.getMetadata().getAnnotations();
    return annotations != null && annotations.containsKey(Pause.ANNOTATION);
  }

  /** The cluster's name as Cluster API writes it on all that belongs to it; {@code ""} for none. */
  static String clusterName(HasMetadata object) {
    var labels =
        Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.<String, String>of());
    return labels.getOrDefault(CLUSTER_NAME, "");
  }

  static ObjectKey keyOf(HasMetadata object) {
    return new ObjectKey(object.getMetadata().getNamespace(), object.getMetadata().getName());
  }
}
