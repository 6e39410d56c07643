package dev.butlerlabs.butler.ipam.infrastructure;

import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.ipam.infrastructure.plan.Use;
import dev.butlerlabs.butler.ipam.infrastructure.plan.Use.Source;
import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads off objects which addresses they have. */
final class Sightings {

  private Sightings() {}

  static Stream<Use> of(Service service) {
    if (service.getSpec() == null
        || !"LoadBalancer".equals(service.getSpec().getType())
        || service.getStatus() == null
        || service.getStatus().getLoadBalancer() == null) {
      return Stream.empty();
    }
    return service.getStatus().getLoadBalancer().getIngress().stream()
        .flatMap(ingress -> Stream.ofNullable(ingress.getIp()))
        .flatMap(ip -> Use.of(ip, Source.METALLB, keyOf(service)));
  }

  static Stream<Use> of(Node node) {
    return node.getStatus() == null
        ? Stream.empty()
        : node.getStatus().getAddresses().stream()
            .flatMap(address -> Stream.ofNullable(address.getAddress()))
            .flatMap(text -> Use.of(text, Source.NODE, keyOf(node)));
  }

  /** A Machine of Cluster API, in whatever version. */
  static Stream<Use> of(GenericKubernetesResource machine) {
    return machine.getAdditionalProperties().get("status") instanceof Map<?, ?> status
            && status.get("addresses") instanceof List<?> all
        ? all.stream()
            .filter(Map.class::isInstance)
            .map(one -> ((Map<?, ?>) one).get("address"))
            .filter(String.class::isInstance)
            .flatMap(text -> Use.of((String) text, Source.MACHINE, keyOf(machine)))
        : Stream.empty();
  }

  static Stream<Use> of(ProviderConfig provider) {
    return Optional.ofNullable(provider.getSpec())
        .map(spec -> spec.network())
        .flatMap(network -> Optional.ofNullable(network.gateway()))
        .stream()
        .flatMap(text -> Use.of(text, Source.STATIC, keyOf(provider)));
  }

  static ObjectKey keyOf(HasMetadata object) {
    return new ObjectKey(
        Objects.requireNonNullElse(object.getMetadata().getNamespace(), ""),
        object.getMetadata().getName());
  }
}
