package dev.butlerlabs.butler.ipam.infrastructure;

import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cluster API's Machines, which may be installed or not, and what they say of addresses. */
public final class Machines {

  private static final String GROUP = "cluster.x-k8s.io";
  private static final Logger log = LoggerFactory.getLogger(Machines.class);

  private Machines() {}

  /**
   * The kind in the version the API server keeps it in; empty when it is not installed. Asked once,
   * at the start: a watch on a kind that nobody serves would hold up everything else.
   */
  public static Optional<Kind<GenericKubernetesResource>> served(KubernetesClient client) {
    try {
      return Optional.ofNullable(
              client
                  .apiextensions()
                  .v1()
                  .customResourceDefinitions()
                  .withName("machines." + GROUP)
                  .get())
          .flatMap(
              definition ->
                  definition.getSpec().getVersions().stream()
                      .filter(version -> version.getStorage() && version.getServed())
                      .findFirst())
          .map(version -> kind(version.getName()));
    } catch (KubernetesClientException unknown) {
      log.atWarn()
          .addKeyValue("problem", unknown.getMessage())
          .log("could not look for Cluster API; the addresses of Machines are not looked at");
      return Optional.empty();
    }
  }

  static Kind<GenericKubernetesResource> kind(String version) {
    return Kind.untyped(new Kind.Coordinates(GROUP, version, "Machine", "machines", true));
  }

  /** The texts in {@code status.addresses}, whatever they are. */
  static Stream<String> addresses(GenericKubernetesResource machine) {
    return machine.getAdditionalProperties().get("status") instanceof Map<?, ?> status
            && status.get("addresses") instanceof List<?> all
        ? all.stream()
            .filter(Map.class::isInstance)
            .map(one -> ((Map<?, ?>) one).get("address"))
            .filter(String.class::isInstance)
            .map(String.class::cast)
        : Stream.empty();
  }
}
