package dev.butlerlabs.butler.steward.capi.plan;

import dev.butlerlabs.butler.api.controlplane.StewardControlPlane;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The Secrets in which Cluster API looks for a cluster's kubeconfig and CA. */
public final class ClusterSecrets {

  /** Which kubeconfig of the admin Secret Cluster API gets, on a StewardControlPlane. */
  public static final String KUBECONFIG_KEY = "steward.butlerlabs.dev/kubeconfig-secret-key";

  /** The only type Cluster API takes for its own. */
  private static final String TYPE = "cluster.x-k8s.io/secret";

  /** Cluster API wants to see a key and never uses it; whoever signs has it already. */
  private static final String NOT_DISCLOSED = "not-disclosed";

  private static final String COMPONENT = "cluster-api";

  private ClusterSecrets() {}

  /** Which kubeconfig is handed on. */
  public static String key(StewardControlPlane plane) {
    var annotations =
        Objects.requireNonNullElse(plane.getMetadata().getAnnotations(), Map.<String, String>of());
    return annotations.getOrDefault(KUBECONFIG_KEY, "admin.conf");
  }

  /**
   * The Secrets to be stored. A control plane that is called like its cluster has its CA under
   * Cluster API's name already.
   */
  public static List<Secret> of(
      StewardControlPlane plane, String cluster, String kubeconfig, String authority) {
    var secrets = new ArrayList<Secret>();
    secrets.add(secret(plane, cluster, "kubeconfig", Map.of("value", kubeconfig)));
    if (!cluster.equals(plane.getMetadata().getName())) {
      var data = new LinkedHashMap<String, String>();
      data.put("tls.crt", authority);
      data.put("tls.key", NOT_DISCLOSED);
      secrets.add(secret(plane, cluster, "ca", data));
    }
    return secrets;
  }

  private static Secret secret(
      StewardControlPlane plane, String cluster, String suffix, Map<String, String> data) {
    var metadata = plane.getMetadata();
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace(metadata.getNamespace())
        .withName(cluster + "-" + suffix)
        .addToLabels(Marks.PROJECT, Marks.STEWARD)
        .addToLabels(Marks.COMPONENT, COMPONENT)
        .addToLabels(Marks.CLUSTER_NAME, cluster)
        .withOwnerReferences(
            new OwnerReferenceBuilder()
                .withApiVersion(plane.getApiVersion())
                .withKind(plane.getKind())
                .withName(metadata.getName())
                .withUid(metadata.getUid())
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build())
        .endMetadata()
        .withType(TYPE)
        .withData(SecretText.encode(data))
        .build();
  }
}
