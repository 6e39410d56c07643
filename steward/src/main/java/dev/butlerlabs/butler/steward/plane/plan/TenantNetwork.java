package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.TenantControlPlaneSpec;
import dev.butlerlabs.butler.steward.net.Subnet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The networks inside a tenant, with every default filled in.
 *
 * @param services ranges of Service addresses, one for each family
 * @param pods ranges of pod addresses, likewise
 * @param dns addresses of the DNS Service, for kubelets and for the Service alike
 */
public record TenantNetwork(
    List<Subnet> services, List<Subnet> pods, String domain, List<String> dns) {

  public TenantNetwork {
    services = List.copyOf(services);
    pods = List.copyOf(pods);
    dns = List.copyOf(dns);
  }

  public static TenantNetwork of(TenantControlPlaneSpec spec) {
    var given = Objects.requireNonNullElse(spec.networkProfile(), Blueprint.NO_PROFILE);
    var services = Subnet.parseAll(Objects.requireNonNullElse(given.serviceCidr(), "10.96.0.0/16"));
    return new TenantNetwork(
        services,
        Subnet.parseAll(Objects.requireNonNullElse(given.podCidr(), "10.244.0.0/16")),
        Objects.requireNonNullElse(given.clusterDomain(), "cluster.local"),
        given.dnsServiceIPs().isEmpty()
            ? services.stream().map(range -> range.address(10)).toList()
            : given.dnsServiceIPs());
  }

  public String serviceRange() {
    return text(services);
  }

  public String podRange() {
    return text(pods);
  }

  private static String text(List<Subnet> ranges) {
    return ranges.stream().map(Subnet::toString).collect(Collectors.joining(","));
  }
}
