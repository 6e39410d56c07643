package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.Family;
import dev.butlerlabs.butler.ipam.address.Parsed;
import io.fabric8.kubernetes.api.model.LoadBalancerIngress;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Service of a tenant with an eye on what it wants from MetalLB. */
record BalancedService(Service service) {

  /** What our pool is called in every tenant. */
  private static final String OUR_POOL = "default-pool";

  private static final List<String> PREFIXES = List.of("metallb.io/", "metallb.universe.tf/");

  boolean real() {
    return service.getSpec() != null && "LoadBalancer".equals(spec().getType());
  }

  /** The addresses it has; empty also when it was given a host name instead. */
  List<Address> assigned() {
    return ingress().map(LoadBalancerIngress::getIp).flatMap(BalancedService::address).toList();
  }

  /**
   * Whether an address of ours would help it: nobody else serves its class, it names no pool of
   * somebody else's, it is not on its way out, and it has no host name.
   */
  boolean oursToServe() {
    var elsewhere = ingress().anyMatch(entry -> entry.getHostname() != null);
    var otherClass = spec().getLoadBalancerClass() != null;
    var otherPool = annotation("address-pool").filter(pool -> !pool.equals(OUR_POOL)).isPresent();
    return !elsewhere && !otherClass && !otherPool && !service.isMarkedForDeletion();
  }

  boolean requestsAddress() {
    return requests().findAny().isPresent();
  }

  Optional<Address> requested(Family family) {
    return requests()
        .flatMap(BalancedService::address)
        .filter(address -> address.family() == family)
        .findFirst();
  }

  /** Services that may share an address have the same key; with local traffic also one selector. */
  Optional<String> sharing() {
    return annotation("allow-shared-ip")
        .filter(key -> !key.isEmpty())
        .map(key -> "Local".equals(spec().getExternalTrafficPolicy()) ? key + backend() : key);
  }

  private String backend() {
    var selector = Objects.requireNonNullElse(spec().getSelector(), Map.<String, String>of());
    return " " + service.getMetadata().getNamespace() + " " + new TreeMap<>(selector);
  }

  Set<String> ports() {
    return spec().getPorts().stream()
        .map(port -> Objects.requireNonNullElse(port.getProtocol(), "TCP") + port.getPort())
        .collect(Collectors.toSet());
  }

  /** What it needs addresses of; a family it could do without only if there are pools of it. */
  Set<Family> families(Set<Family> served) {
    var named = Objects.requireNonNullElse(spec().getIpFamilies(), List.<String>of());
    var families = EnumSet.noneOf(Family.class);
    for (var name : named.isEmpty() ? List.of("IPv4") : named) {
      var family = name.equals("IPv6") ? Family.IPV6 : Family.IPV4;
      if (families.isEmpty() || served.contains(family) || !optional()) {
        families.add(family);
      }
    }
    return families;
  }

  private boolean optional() {
    return "PreferDualStack".equals(spec().getIpFamilyPolicy());
  }

  private ServiceSpec spec() {
    return service.getSpec();
  }

  private Stream<String> requests() {
    var listed =
        annotation("loadBalancerIPs").stream().flatMap(all -> Arrays.stream(all.split(",", -1)));
    return Stream.concat(Stream.ofNullable(spec().getLoadBalancerIP()), listed)
        .map(String::strip)
        .filter(text -> !text.isEmpty());
  }

  private Optional<String> annotation(String name) {
    var all =
        Objects.requireNonNullElse(
            service.getMetadata().getAnnotations(), Map.<String, String>of());
    return PREFIXES.stream()
        .map(prefix -> all.get(prefix + name))
        .filter(Objects::nonNull)
        .findFirst();
  }

  private Stream<LoadBalancerIngress> ingress() {
    var status = service.getStatus();
    return status == null || status.getLoadBalancer() == null
        ? Stream.empty()
        : status.getLoadBalancer().getIngress().stream();
  }

  private static Stream<Address> address(String text) {
    return text != null && Address.parse(text) instanceof Parsed.Good<Address>(var address)
        ? Stream.of(address)
        : Stream.empty();
  }
}
