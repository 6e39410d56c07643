package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.ServiceType;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.steward.net.HostPort;
import dev.butlerlabs.butler.steward.net.Subnet;
import io.fabric8.kubernetes.api.model.Service;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where a control plane is reached. */
sealed interface Endpoint {

  /**
   * It has an address.
   *
   * @param server for people and nodes
   * @param advertised the address the API server announces inside the tenant
   * @param names of the serving certificate, sorted and each once
   */
  record Known(HostPort server, String advertised, List<SubjectAltName> names) implements Endpoint {
    public Known {
      names = List.copyOf(names);
    }
  }

  record Awaited(Cause cause) implements Endpoint {}

  static Endpoint of(Blueprint print, @Nullable Service stored) {
    if (stored == null || stored.getSpec() == null) {
      return awaited(
          "ServicePending", "the Service %s is not made yet".formatted(print.name()), "");
    }
    var fixed = print.network().address();
    if (fixed != null && !HostPort.isAddress(fixed)) {
      return awaited(
          "InvalidConfiguration",
          "networkProfile.address is '" + fixed + "', which is no IP address",
          "Give an IP address, or leave it out");
    }
    var family = print.services().getFirst().family();
    var own = own(stored, family);
    var outside = outside(stored);
    var balanced = print.spec().controlPlane().service().serviceType() == ServiceType.LOAD_BALANCER;
    if (balanced && fixed == null && outside.isEmpty()) {
      return awaited(
          "LoadBalancerPending",
          "the Service %s has no load balancer address yet".formatted(print.name()),
          "Check that this cluster has a load balancer controller, or choose another serviceType");
    }
    var address =
        Optional.ofNullable(fixed)
            .or(() -> balanced ? announced(outside, family) : own)
            .or(() -> own);
    if (address.isEmpty()) {
      return awaited("ServicePending", "the Service %s has no address".formatted(print.name()), "");
    }
    if (announces(print) && !family(address.get()).equals(family)) {
      return awaited(
          "AddressFamilyMismatch",
          "the tenant's first range of Services is %s and its API server would announce %s"
              .formatted(family, address.get()),
          "Name a range of the other family first in networkProfile.serviceCidr, or set"
              + " networkProfile.address");
    }
    var server = server(print, address.get(), fixed == null && balanced ? outside : List.of());
    return new Known(server, address.get(), names(print, server, address.get(), own, outside));
  }

  /** The address of the Service inside the management cluster, best of that family. */
  private static Optional<String> own(Service stored, String family) {
    var addresses = new ArrayList<String>();
    addresses.addAll(Objects.requireNonNullElse(stored.getSpec().getClusterIPs(), List.of()));
    addresses.add(Objects.requireNonNullElse(stored.getSpec().getClusterIP(), ""));
    return announced(addresses, family);
  }

  private static Optional<String> announced(List<String> texts, String family) {
    var addresses = texts.stream().filter(HostPort::isAddress).toList();
    return addresses.stream()
        .filter(one -> family(one).equals(family))
        .findFirst()
        .or(() -> addresses.stream().findFirst());
  }

  private static String family(String address) {
    return address.indexOf(':') < 0 ? "IPv4" : "IPv6";
  }

  /** Whether the API server tells its address inside the tenant, as it does unless told not to. */
  private static boolean announces(Blueprint print) {
    var flags = print.deployment().extraArgs();
    return !InsideProxy.wanted(print)
        && (flags == null
            || !Flags.parse(flags.apiServer()).containsKey("endpoint-reconciler-type"));
  }

  private static Endpoint awaited(String reason, String what, String youCan) {
    return new Awaited(new Cause(reason, what, "Steward goes on when it has one", youCan));
  }

  /** Addresses and names the load balancer was given, addresses first. */
  private static List<String> outside(Service stored) {
    if (stored.getStatus() == null || stored.getStatus().getLoadBalancer() == null) {
      return List.of();
    }
    var points = stored.getStatus().getLoadBalancer().getIngress();
    return Stream.concat(
            points.stream().map(point -> point.getIp()),
            points.stream().map(point -> point.getHostname()))
        .filter(text -> text != null && !text.isEmpty())
        .distinct()
        .toList();
  }

  private static HostPort server(Blueprint print, String address, List<String> outside) {
    return InsideProxy.routed(print.spec())
        .orElseGet(
            () -> new HostPort(outside.isEmpty() ? address : outside.getFirst(), print.port()));
  }

  private static List<SubjectAltName> names(
      Blueprint print,
      HostPort server,
      String address,
      Optional<String> own,
      List<String> outside) {
    var texts = new LinkedHashSet<String>();
    texts.addAll(
        List.of(
            "kubernetes",
            "kubernetes.default",
            "kubernetes.default.svc",
            "kubernetes.default.svc." + print.domain(),
            "kubernetes.default.svc.cluster.local",
            "localhost",
            "127.0.0.1",
            print.name(),
            print.inside().host(),
            print.inside().host() + ".cluster.local",
            server.host(),
            address));
    own.ifPresent(texts::add);
    texts.addAll(outside);
    print.services().stream().map((Subnet range) -> range.address(1)).forEach(texts::add);
    texts.addAll(print.network().certSANs());
    var names = new ArrayList<SubjectAltName>();
    texts.stream().map(SubjectAltName::of).distinct().forEach(names::add);
    names.sort(Comparator.comparing(SubjectAltName::toString));
    return names;
  }
}
