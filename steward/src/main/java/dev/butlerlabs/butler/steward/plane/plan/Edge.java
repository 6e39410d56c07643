package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.ParentRef;
import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.Gateway;
import io.fabric8.kubernetes.api.model.gatewayapi.v1alpha2.TLSRoute;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of the ways from outside to a control plane, besides its Service.
 *
 * @param routes whether this cluster serves TLSRoutes; looked at only when one is wanted
 * @param gateways those the spec names and that are there
 * @param unread those the spec names and that could not be looked at, and why
 */
public record Edge(
    boolean routes,
    Map<ObjectKey, Gateway> gateways,
    Map<ObjectKey, String> unread,
    @Nullable TLSRoute route,
    @Nullable Ingress ingress) {

  /** Nothing is there, or nobody looked. */
  public static final Edge NONE = new Edge(false, Map.of(), Map.of(), null, null);

  public Edge {
    gateways = Collections.unmodifiableMap(new LinkedHashMap<>(gateways));
    unread = Collections.unmodifiableMap(new LinkedHashMap<>(unread));
  }

  /** Which object a parent is, seen from a control plane in that namespace. */
  public static ObjectKey key(ParentRef parent, String home) {
    return new ObjectKey(Objects.requireNonNullElse(parent.namespace(), home), parent.name());
  }

  public static boolean gateway(ParentRef parent) {
    return Objects.requireNonNullElse(parent.kind(), "Gateway").equals("Gateway")
        && Objects.requireNonNullElse(parent.group(), "gateway.networking.k8s.io")
            .equals("gateway.networking.k8s.io");
  }

  Optional<Gateway> find(ObjectKey key) {
    return Optional.ofNullable(gateways.get(key));
  }

  /** The same after that way was taken away. */
  public Edge without(HasMetadata way) {
    return new Edge(
        routes,
        gateways,
        unread,
        way instanceof TLSRoute ? null : route,
        way instanceof Ingress ? null : ingress);
  }
}
