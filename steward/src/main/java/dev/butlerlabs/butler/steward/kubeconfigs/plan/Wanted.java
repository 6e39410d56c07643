package dev.butlerlabs.butler.steward.kubeconfigs.plan;

import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Renewal;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.Roots;
import java.time.Instant;
import java.util.Optional;

/**
 * A kubeconfig there shall be.
 *
 * @param cluster what it calls the tenant
 * @param server URL of the tenant's API
 */
public record Wanted(String cluster, Subject subject, String server, Roots roots) {

  /** What is ordered when it has to be made. */
  public CertificateOrder certificate() {
    return CertificateOrder.client(subject, Part.LEAF_LIFE);
  }

  /** Until when the stored text will do; empty when it does not. */
  public Optional<Instant> fitsUntil(String stored, Instant now) {
    try {
      var config = Kubeconfig.parse(stored);
      if (!config.address().equals(server)
          || !config.cluster().equals(cluster)
          || !config.authorities().equals(roots.bundle())
          || !config.user().equals(subject.commonName())
          || !(config.login() instanceof Kubeconfig.Login.Certificate(var chain, _))) {
        return Optional.empty();
      }
      var verdict =
          Renewal.judge(chain.getFirst(), Renewal.Wanted.of(roots.current(), certificate()), now);
      return verdict instanceof Renewal.NotYet(var at) ? Optional.of(at) : Optional.empty();
    } catch (IllegalArgumentException broken) {
      return Optional.empty();
    }
  }
}
