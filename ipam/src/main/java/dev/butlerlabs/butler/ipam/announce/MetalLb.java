package dev.butlerlabs.butler.ipam.announce;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.announce.plan.StoredPool;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The objects by which MetalLB is told what to announce. */
final class MetalLb {

  static final String ADDON = "metallb";

  private static final String GROUP = "metallb.io";
  private static final String VERSION = "v1beta1";
  private static final String POOL = "default-pool";
  private static final String ADVERTISEMENT = "default";
  private static final Map<String, String> OURS = Map.of("app.kubernetes.io/managed-by", "butler");

  static final Kind<GenericKubernetesResource> POOLS =
      Kind.untyped(new Kind.Coordinates(GROUP, VERSION, "IPAddressPool", "ipaddresspools", true));
  static final Kind<GenericKubernetesResource> ADVERTISEMENTS =
      Kind.untyped(
          new Kind.Coordinates(GROUP, VERSION, "L2Advertisement", "l2advertisements", true));

  private MetalLb() {}

  /** What is to stand in the tenant: nothing where nothing is announced. */
  static List<GenericKubernetesResource> wanted(String namespace, List<AddressRange> ranges) {
    return ranges.isEmpty()
        ? List.of()
        : List.of(
            object("IPAddressPool", namespace, POOL, Map.of("addresses", texts(ranges))),
            object(
                "L2Advertisement",
                namespace,
                ADVERTISEMENT,
                Map.of("ipAddressPools", List.of(POOL))));
  }

  /** From first to last, the form in which it takes any range. */
  static List<String> texts(List<AddressRange> ranges) {
    return ranges.stream().map(range -> range.start() + "-" + range.end()).toList();
  }

  private static GenericKubernetesResource object(
      String kind, String namespace, String name, Map<String, Object> spec) {
    return new GenericKubernetesResourceBuilder()
        .withApiVersion(GROUP + "/" + VERSION)
        .withKind(kind)
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .withLabels(OURS)
        .endMetadata()
        .addToAdditionalProperties("spec", spec)
        .build();
  }

  /** Whether a stored object is the same as a wanted one, as far as that goes. */
  static boolean stands(GenericKubernetesResource stored, GenericKubernetesResource wanted) {
    var spec = spec(stored);
    return same(stored, wanted)
        && spec(wanted).entrySet().stream()
            .allMatch(entry -> entry.getValue().equals(spec.get(entry.getKey())));
  }

  static boolean same(GenericKubernetesResource one, GenericKubernetesResource other) {
    return one.getKind().equals(other.getKind())
        && one.getMetadata().getName().equals(other.getMetadata().getName())
        && Objects.equals(one.getMetadata().getNamespace(), other.getMetadata().getNamespace());
  }

  /** Made by this feature, and by nobody else. */
  static boolean ours(GenericKubernetesResource stored) {
    var labels = stored.getMetadata().getLabels();
    return labels != null
        && labels.entrySet().containsAll(OURS.entrySet())
        && List.of(POOL, ADVERTISEMENT).contains(stored.getMetadata().getName());
  }

  static boolean pool(GenericKubernetesResource stored) {
    return stored.getKind().equals("IPAddressPool");
  }

  static StoredPool read(GenericKubernetesResource pool) {
    return new StoredPool(
        pool.getMetadata().getNamespace() + "/" + pool.getMetadata().getName(),
        spec(pool).get("addresses") instanceof List<?> listed
            ? listed.stream().map(String::valueOf).toList()
            : List.of());
  }

  private static Map<?, ?> spec(GenericKubernetesResource object) {
    return object.getAdditionalProperties().get("spec") instanceof Map<?, ?> spec ? spec : Map.of();
  }
}
