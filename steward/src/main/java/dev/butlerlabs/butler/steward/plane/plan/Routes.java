package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.Hosting;
import dev.butlerlabs.butler.api.steward.ParentRef;
import dev.butlerlabs.butler.api.steward.RouteStatus;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.Listener;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.ParentReference;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.ParentReferenceBuilder;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.RouteParentStatus;
import io.fabric8.kubernetes.api.model.gatewayapi.v1alpha2.TLSRoute;
import io.fabric8.kubernetes.api.model.gatewayapi.v1alpha2.TLSRouteBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The TLSRoute that leads from Gateways to a control plane, and what keeps it from doing so. */
final class Routes {

  /** The port people and nodes are told. */
  static final int PORT = 6443;

  private final Blueprint print;
  private final Edge edge;
  private final Hosting.Gateway wanted;

  Routes(Blueprint print, Edge edge) {
    this.print = print;
    this.edge = edge;
    this.wanted = Objects.requireNonNull(print.spec().controlPlane().gateway());
  }

  static boolean wanted(Blueprint print) {
    return print.spec().controlPlane().gateway() != null;
  }

  /** Why it cannot be made as it is asked for, if so. */
  Optional<Cause> objection() {
    var host = Objects.requireNonNullElse(wanted.hostname(), "");
    if (host.isEmpty() || host.startsWith("*")) {
      return Ingresses.refused(
          "controlPlane.gateway.hostname is '%s', and nodes need one name to call".formatted(host),
          "Give a name without a star, for example shop.example.com");
    }
    return wanted.parentRefs().isEmpty()
        ? Ingresses.refused(
            "controlPlane.gateway.parentRefs is empty, so no Gateway leads to the control plane",
            "Name the Gateway")
        : Optional.empty();
  }

  /** Empty where nobody would take it. */
  Optional<TLSRoute> route() {
    if (!edge.routes()) {
      return Optional.empty();
    }
    var metadata = print.metadata(print.name(), "gateway");
    var made =
        new TLSRouteBuilder()
            .withMetadata(Exposure.with(metadata, wanted.additionalMetadata()))
            .withNewSpec()
            .withHostnames(wanted.hostname())
            .withParentRefs(wanted.parentRefs().stream().map(this::parent).toList())
            .addNewRule()
            .addNewBackendRef()
            .withName(print.name())
            .withPort(print.port())
            .endBackendRef()
            .endRule()
            .endSpec()
            .build();
    return Optional.of(Workload.sealed(made));
  }

  /** A listener that is not there yet is named as it usually is. */
  private ParentReference parent(ParentRef ref) {
    var listener = listener(ref);
    return new ParentReferenceBuilder()
        .withGroup(ref.group())
        .withKind(ref.kind())
        .withNamespace(ref.namespace())
        .withName(ref.name())
        .withSectionName(listener.map(Listener::getName).orElse(Listeners.USUAL))
        .withPort(PORT)
        .build();
  }

  private Optional<Listener> listener(ParentRef ref) {
    return edge.find(Edge.key(ref, print.namespace()))
        .flatMap(gateway -> new Listeners(gateway).find(host(), PORT));
  }

  private String host() {
    return Objects.requireNonNullElse(wanted.hostname(), "");
  }

  Optional<Cause> awaited() {
    if (!edge.routes()) {
      return awaited(
          "GatewayApiMissing",
          "this cluster serves no TLSRoutes (gateway.networking.k8s.io/v1alpha2)",
          "Install the Gateway API's CRDs of the experimental channel");
    }
    return wanted.parentRefs().stream()
        .filter(Edge::gateway)
        .flatMap(ref -> unfit(ref).stream())
        .findFirst()
        .or(this::answer);
  }

  private Optional<Cause> unfit(ParentRef ref) {
    var key = Edge.key(ref, print.namespace());
    var found = edge.find(key);
    if (edge.unread().containsKey(key)) {
      return awaited(
          "GatewayUnread",
          "Gateway %s cannot be looked at: %s".formatted(key, edge.unread().get(key)),
          "");
    }
    if (found.isEmpty()) {
      return awaited(
          "GatewayMissing", "there is no Gateway " + key, "Make it, or correct parentRefs");
    }
    var listeners = new Listeners(found.get());
    var listener = listeners.find(host(), PORT);
    if (listener.isEmpty()) {
      return awaited(
          "ListenerMissing",
          "Gateway %s has no listener that passes TLS for %s through on port %d; %s"
              .formatted(key, host(), PORT, listeners.inWords()),
          "Add one with protocol TLS, tls.mode Passthrough and port " + PORT);
    }
    return listeners.open(listener.get(), print.namespace())
        ? Optional.empty()
        : awaited(
            "ListenerClosed",
            "listener %s of Gateway %s takes routes of its own namespace only"
                .formatted(listener.get().getName(), key),
            "Set allowedRoutes.namespaces.from of the listener to All or Selector");
  }

  /** What the controller of the Gateway says. */
  private Optional<Cause> answer() {
    var said = parents(edge.route()).toList();
    if (said.isEmpty()) {
      return awaited(
          "RoutePending",
          "no controller has answered the TLSRoute %s yet".formatted(print.name()),
          "Check that the Gateway's class has a controller that knows TLSRoutes");
    }
    return said.stream()
        .flatMap(parent -> parent.getConditions().stream())
        .filter(one -> List.of("Accepted", "ResolvedRefs").contains(one.getType()))
        .filter(one -> !"True".equals(one.getStatus()))
        .findFirst()
        .flatMap(one -> awaited("RouteRefused", "the Gateway refuses: " + one.getMessage(), ""));
  }

  private static Optional<Cause> awaited(String reason, String what, String youCan) {
    return Optional.of(
        new Cause(reason, what, "the control plane is not reached from outside", youCan));
  }

  private static Stream<RouteParentStatus> parents(@Nullable TLSRoute route) {
    return route == null || route.getStatus() == null
        ? Stream.empty()
        : Objects.requireNonNullElse(route.getStatus().getParents(), List.<RouteParentStatus>of())
            .stream();
  }

  /** The status of a route that somebody has answered. */
  static @Nullable RouteStatus status(@Nullable TLSRoute route) {
    if (route == null || parents(route).findAny().isEmpty()) {
      return null;
    }
    var accepted =
        parents(route)
            .flatMap(parent -> parent.getConditions().stream())
            .anyMatch(one -> "Accepted".equals(one.getType()) && "True".equals(one.getStatus()));
    var points =
        (accepted ? route.getSpec().getHostnames() : List.<String>of())
            .stream()
                .map(
                    host ->
                        new RouteStatus.AccessPoint(
                            "Hostname", host, PORT, List.of("https://" + host + ":" + PORT)))
                .toList();
    return new RouteStatus(
        new RouteStatus.RouteRef(route.getMetadata().getName()),
        points,
        parents(route).map(Routes::told).toList());
  }

  private static RouteStatus.Parent told(RouteParentStatus parent) {
    var ref = parent.getParentRef();
    return new RouteStatus.Parent(
        new ParentRef(
            ref.getGroup(),
            ref.getKind(),
            ref.getNamespace(),
            ref.getName(),
            ref.getSectionName(),
            ref.getPort()),
        parent.getControllerName(),
        parent.getConditions().stream().map(Routes::told).toList());
  }

  private static Condition told(io.fabric8.kubernetes.api.model.Condition one) {
    return new Condition(
        one.getType(),
        switch (one.getStatus()) {
          case "True" -> Condition.Truth.TRUE;
          case "False" -> Condition.Truth.FALSE;
          default -> Condition.Truth.UNKNOWN;
        },
        one.getReason(),
        one.getMessage(),
        Instant.parse(one.getLastTransitionTime()),
        Objects.requireNonNullElse(one.getObservedGeneration(), 0L));
  }
}
