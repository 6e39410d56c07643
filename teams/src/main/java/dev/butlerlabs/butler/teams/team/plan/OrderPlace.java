package dev.butlerlabs.butler.teams.team.plan;

import dev.butlerlabs.butler.api.Annotations;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import java.util.List;
import java.util.Map;

/**
 * A namespace for orders. Nothing but orders lives there, so no pod may run, and none that might is
 * talked to.
 *
 * @param labels of all that is made of it
 */
public record OrderPlace(String namespace, Map<String, String> labels) {

  private static final String POD_SECURITY = "pod-security.kubernetes.io/";

  public OrderPlace {
    labels = Map.copyOf(labels);
  }

  /**
   * The namespace itself.
   *
   * @param description what it is for, for people
   */
  public Namespace made(String description) {
    return new NamespaceBuilder()
        .withMetadata(
            new ObjectMetaBuilder()
                .withName(namespace)
                .withLabels(labels)
                .addToLabels(POD_SECURITY + "enforce", "restricted")
                .addToLabels(POD_SECURITY + "audit", "restricted")
                .addToLabels(POD_SECURITY + "warn", "restricted")
                .addToAnnotations(Annotations.DESCRIPTION, description)
                .build())
        .build();
  }

  /** What keeps everything but orders away. */
  public List<HasMetadata> walls() {
    return List.of(
        new NetworkPolicyBuilder()
            .withMetadata(meta("butler-deny-all"))
            .withNewSpec()
            .withNewPodSelector()
            .endPodSelector()
            .withPolicyTypes("Ingress", "Egress")
            .endSpec()
            .build(),
        new ResourceQuotaBuilder()
            .withMetadata(meta("butler-orders-only"))
            .withNewSpec()
            .withHard(
                Map.of(
                    "pods", new Quantity("0"),
                    "services", new Quantity("0"),
                    "persistentvolumeclaims", new Quantity("0")))
            .endSpec()
            .build());
  }

  private ObjectMeta meta(String name) {
    return new ObjectMetaBuilder()
        .withNamespace(namespace)
        .withName(name)
        .withLabels(labels)
        .build();
  }
}
