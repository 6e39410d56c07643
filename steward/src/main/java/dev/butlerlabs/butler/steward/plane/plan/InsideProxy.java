package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.TcpProxy;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneSpec;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.steward.net.HostPort;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Optional;

/**
 * What a control plane does for the proxy inside its tenant: its API server announces no address,
 * and where the way to it is chosen by host name the proxy gets a certificate of its own. The API
 * server's key never leaves the control plane.
 */
public final class InsideProxy {

  private InsideProxy() {}

  /** The order, if there is one. */
  public static Optional<TcpProxy> in(TenantControlPlaneSpec spec) {
    return Optional.ofNullable(spec.addons()).flatMap(one -> Optional.ofNullable(one.tcpProxy()));
  }

  static boolean wanted(Blueprint print) {
    return in(print.spec()).isPresent();
  }

  /**
   * The host by whose name an Ingress or a Gateway finds the API server. Pods call it by other
   * names, so that their TLS cannot be passed through.
   */
  public static Optional<HostPort> routed(TenantControlPlaneSpec spec) {
    var hosting = spec.controlPlane();
    if (hosting.ingress() != null && hosting.ingress().hostname() != null) {
      return Optional.of(HostPort.of(hosting.ingress().hostname(), 443));
    }
    if (hosting.gateway() != null && hosting.gateway().hostname() != null) {
      return Optional.of(new HostPort(hosting.gateway().hostname(), 6443));
    }
    return Optional.empty();
  }

  /** Whether the proxy ends TLS, for which it needs a certificate. */
  public static boolean ends(TenantControlPlaneSpec spec) {
    return in(spec).isPresent() && routed(spec).isPresent();
  }

  /** For the names inside the cluster alone: with it nobody can play the API server outside. */
  static Optional<CertificateOrder> certificate(Blueprint print) {
    if (!ends(print.spec())) {
      return Optional.empty();
    }
    var names = new ArrayList<SubjectAltName>();
    names.add(SubjectAltName.of("kubernetes"));
    names.add(SubjectAltName.of("kubernetes.default"));
    names.add(SubjectAltName.of("kubernetes.default.svc"));
    names.add(SubjectAltName.of("kubernetes.default.svc." + print.domain()));
    print.services().stream()
        .map(range -> SubjectAltName.of(range.address(1)))
        .distinct()
        .forEach(names::add);
    names.sort(Comparator.comparing(SubjectAltName::toString));
    var subject = Subject.named("steward-tcp-proxy");
    return Optional.of(CertificateOrder.server(subject, names, Part.LEAF_LIFE));
  }

  /** Without a certificate that nobody orders any more. */
  static Observation only(Observation seen, Blueprint print) {
    if (ends(print.spec()) || seen.find(Part.TCP_PROXY).isEmpty()) {
      return seen;
    }
    var keys = new EnumMap<Part, Keys>(Part.class);
    keys.putAll(seen.keys());
    keys.remove(Part.TCP_PROXY);
    return seen.seeing(keys);
  }
}
