package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.HostedObjects.IngressBalancer;
import dev.butlerlabs.butler.api.steward.HostedObjects.IngressPoint;
import dev.butlerlabs.butler.api.steward.HostedObjects.IngressStatus;
import dev.butlerlabs.butler.api.steward.Hosting;
import dev.butlerlabs.butler.api.steward.IngressController;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.steward.net.HostPort;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.IngressBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.IngressLoadBalancerIngress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The Ingress that leads to a control plane and leaves its TLS alone. */
final class Ingresses {

  private static final Pattern NAME =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+");

  private Ingresses() {}

  /** Why it cannot be made as it is asked for, if so. */
  static Optional<Cause> objection(Blueprint print) {
    var wanted = print.spec().controlPlane().ingress();
    if (wanted == null) {
      return Optional.empty();
    }
    var name = wanted.hostname() == null ? "" : HostPort.of(wanted.hostname(), 443).host();
    if (!NAME.matcher(name).matches()) {
      return refused(
          "controlPlane.ingress.hostname is '%s', which is no DNS name"
              .formatted(Objects.requireNonNullElse(wanted.hostname(), "")),
          "Give the name that leads to the ingress controller, for example shop.example.com");
    }
    return wanted.controllerType() == IngressController.TRAEFIK
        ? refused(
            "controlPlane.ingress.controllerType is traefik, which passes TLS through only with"
                + " objects of its own",
            "Take haproxy, nginx or generic, or reach the control plane by a Gateway")
        : Optional.empty();
  }

  static Optional<Cause> refused(String what, String youCan) {
    return Optional.of(new Cause("ExposureRefused", what, "what ran before goes on", youCan));
  }

  static Optional<Ingress> of(Blueprint print) {
    var wanted = print.spec().controlPlane().ingress();
    if (wanted == null || wanted.hostname() == null) {
      return Optional.empty();
    }
    var host = HostPort.of(wanted.hostname(), 443).host();
    var metadata = print.metadata(print.name(), "ingress");
    metadata.setAnnotations(annotations(wanted));
    var made =
        new IngressBuilder()
            .withMetadata(Exposure.with(metadata, wanted.additionalMetadata()))
            .withNewSpec()
            .withIngressClassName(wanted.ingressClassName())
            .addNewRule()
            .withHost(host)
            .withNewHttp()
            .addNewPath()
            .withPath("/")
            .withPathType("Prefix")
            .withNewBackend()
            .withNewService()
            .withName(print.name())
            .withNewPort(null, print.port())
            .endService()
            .endBackend()
            .endPath()
            .endHttp()
            .endRule()
            // Without a Secret: the certificate is the API server's own.
            .addNewTl()
            .withHosts(host)
            .endTl()
            .endSpec()
            .build();
    return Optional.of(Workload.sealed(made));
  }

  private static Map<String, String> annotations(Hosting.Ingress wanted) {
    return switch (wanted.controllerType()) {
      case HAPROXY -> Map.of("haproxy.org/ssl-passthrough", "true");
      case NGINX ->
          new TreeMap<>(
              Map.of(
                  "nginx.ingress.kubernetes.io/ssl-passthrough", "true",
                  "nginx.ingress.kubernetes.io/backend-protocol", "HTTPS"));
      case TRAEFIK, GENERIC -> Map.of();
      case null -> Map.of();
    };
  }

  static Optional<Cause> awaited(Blueprint print, @Nullable Ingress stored) {
    if (stored != null && points(stored).findAny().isPresent()) {
      return Optional.empty();
    }
    var wanted = Objects.requireNonNull(print.spec().controlPlane().ingress());
    var named = wanted.ingressClassName();
    return Optional.of(
        new Cause(
            "IngressPending",
            "no ingress controller has taken the Ingress %s yet".formatted(print.name()),
            "",
            named == null
                ? "Check that this cluster has a default ingress class, or name one"
                : "Check that the ingress class %s has a controller".formatted(named)));
  }

  private static Stream<IngressLoadBalancerIngress> points(Ingress stored) {
    return Stream.ofNullable(stored.getStatus())
        .flatMap(status -> Stream.ofNullable(status.getLoadBalancer()))
        .flatMap(balancer -> balancer.getIngress().stream());
  }

  static @Nullable IngressStatus status(@Nullable Ingress stored) {
    if (stored == null) {
      return null;
    }
    var points =
        points(stored)
            .map(point -> new IngressPoint(point.getIp(), point.getHostname(), List.of()))
            .toList();
    return new IngressStatus(
        stored.getMetadata().getName(),
        stored.getMetadata().getNamespace(),
        points.isEmpty() ? null : new IngressBalancer(points));
  }
}
