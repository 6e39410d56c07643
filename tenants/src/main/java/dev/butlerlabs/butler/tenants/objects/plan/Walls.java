package dev.butlerlabs.butler.tenants.objects.plan;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPortBuilder;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The namespace of one cluster, and what keeps it apart from those of others. */
final class Walls {

  private static final String POD_SECURITY = "pod-security.kubernetes.io/";

  /** The API server, the way in for the tunnel, and for Talos. */
  private static final List<Integer> OPEN = List.of(6443, 8132, 50001);

  private static final Map<String, Quantity> QUOTA =
      Collections.unmodifiableMap(
          new TreeMap<>(
              Map.of(
                  "pods", new Quantity("12"),
                  "services.loadbalancers", new Quantity("2"),
                  "persistentvolumeclaims", new Quantity("0"))));

  private Walls() {}

  /**
   * The namespace.
   *
   * @param elsewhere objects of the cluster that do not go with it
   */
  static Namespace namespace(Order order, String name, List<String> elsewhere) {
    var meta =
        new ObjectMetaBuilder()
            .withName(name)
            .withLabels(Marks.owner(order))
            .addToLabels(POD_SECURITY + "enforce", "baseline")
            .addToLabels(POD_SECURITY + "audit", "restricted")
            .addToLabels(POD_SECURITY + "warn", "restricted")
            .addToAnnotations(
                Annotations.DESCRIPTION,
                "parts of TenantCluster %s; deleted with it".formatted(order.key()));
    if (!elsewhere.isEmpty()) {
      meta.addToAnnotations(Marks.ELSEWHERE, String.join("\n", elsewhere));
    }
    return new NamespaceBuilder().withMetadata(meta.build()).build();
  }

  static List<HasMetadata> inside(Order order, String namespace) {
    return List.of(policy(order, namespace), quota(order, namespace));
  }

  /** Nobody of another cluster comes in, but by the doors that are open to all. */
  private static HasMetadata policy(Order order, String namespace) {
    return new NetworkPolicyBuilder()
        .withMetadata(meta(order, namespace, "butler-tenant"))
        .withNewSpec()
        .withNewPodSelector()
        .endPodSelector()
        .withPolicyTypes("Ingress")
        .addNewIngress()
        .addNewFrom()
        .withNewPodSelector()
        .endPodSelector()
        .endFrom()
        .addNewFrom()
        .withNewNamespaceSelector()
        .addNewMatchExpression()
        .withKey(Labels.TENANT)
        .withOperator("DoesNotExist")
        .endMatchExpression()
        .endNamespaceSelector()
        .endFrom()
        .endIngress()
        .addNewIngress()
        .withPorts(OPEN.stream().map(Walls::port).toList())
        .endIngress()
        .endSpec()
        .build();
  }

  private static NetworkPolicyPort port(int number) {
    return new NetworkPolicyPortBuilder()
        .withProtocol("TCP")
        .withPort(new IntOrString(number))
        .build();
  }

  /** Room for three copies of a control plane while each is being replaced, and no more. */
  private static HasMetadata quota(Order order, String namespace) {
    return new ResourceQuotaBuilder()
        .withMetadata(meta(order, namespace, "butler-tenant"))
        .withNewSpec()
        .withHard(QUOTA)
        .endSpec()
        .build();
  }

  private static ObjectMeta meta(Order order, String namespace, String name) {
    return new ObjectMetaBuilder()
        .withNamespace(namespace)
        .withName(name)
        .withLabels(Marks.owner(order))
        .build();
  }
}
