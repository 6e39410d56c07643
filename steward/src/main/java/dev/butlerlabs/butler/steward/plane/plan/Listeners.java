package dev.butlerlabs.butler.steward.plane.plan;

import io.fabric8.kubernetes.api.model.gatewayapi.v1.Gateway;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.Listener;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** The listeners of a Gateway, judged by whether they lead TLS on to a host untouched. */
record Listeners(Gateway gateway) {

  /** By what name a listener is taken before others. */
  static final String USUAL = "kube-apiserver";

  private List<Listener> all() {
    return gateway.getSpec() == null
        ? List.of()
        : Objects.requireNonNullElse(gateway.getSpec().getListeners(), List.of());
  }

  Optional<Listener> find(String host, int port) {
    return all().stream()
        .filter(one -> "TLS".equals(one.getProtocol()) && one.getPort() == port)
        .filter(one -> one.getTls() != null && "Passthrough".equals(one.getTls().getMode()))
        .filter(one -> covers(Objects.requireNonNullElse(one.getHostname(), ""), host))
        .min(Comparator.comparing(one -> !USUAL.equals(one.getName())));
  }

  /** A star stands for one or more first words of a name. */
  static boolean covers(String pattern, String host) {
    return pattern.isEmpty()
        || pattern.equals(host)
        || (pattern.startsWith("*.")
            && host.endsWith(pattern.substring(1))
            && host.length() > pattern.length() - 1);
  }

  /** Whether routes of that namespace may use the listener, as far as can be seen. */
  boolean open(Listener listener, String namespace) {
    var routes = listener.getAllowedRoutes();
    var from =
        routes == null || routes.getNamespaces() == null ? null : routes.getNamespaces().getFrom();
    return gateway.getMetadata().getNamespace().equals(namespace)
        || "All".equals(from)
        || "Selector".equals(from);
  }

  /** What there is instead, in words. */
  String inWords() {
    return all().isEmpty()
        ? "it has none"
        : "it has " + all().stream().map(Listeners::inWords).collect(Collectors.joining(", "));
  }

  private static String inWords(Listener one) {
    var mode = one.getTls() == null ? null : one.getTls().getMode();
    return "%s (%s%s on %d%s)"
        .formatted(
            one.getName(),
            one.getProtocol(),
            mode == null ? "" : " " + mode,
            one.getPort(),
            one.getHostname() == null ? "" : " for " + one.getHostname());
  }
}
