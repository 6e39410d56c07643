package dev.butlerlabs.butler.ipam.admission;

import dev.butlerlabs.butler.api.infra.NetworkSettings;
import dev.butlerlabs.butler.api.infra.NetworkSettings.Mode;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.kube.admission.Rule;
import dev.butlerlabs.butler.kube.admission.Ruling;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether the network of a ProviderConfig can work: pools on one's own hardware only. */
public final class ProviderNetworkRule implements Rule<ProviderConfig> {

  private final Records records;

  public ProviderNetworkRule(Records records) {
    this.records = records;
  }

  @Override
  public Ruling review(Request<ProviderConfig> request) {
    var spec = request.subject().getSpec();
    if (spec == null || spec.network() == null) {
      return Ruling.allowed();
    }
    var provider = spec.effectiveProvider().filter(named -> named.cloud());
    if (wantsPools(spec) && provider.isPresent() && !wantedPools(request.old())) {
      var name = provider.get().name().toLowerCase(Locale.ROOT);
      return Ruling.denied(
          "spec.network.mode",
          "ipam does not work on %s, which gives addresses itself".formatted(name),
          "write cloud, or leave it out");
    }
    return new Ruling.Allowed(missing(spec.network(), request.key().namespace()));
  }

  private static boolean wantsPools(ProviderConfigSpec spec) {
    return spec.network() != null && spec.network().mode() == Mode.IPAM;
  }

  /** What was stored before this rule stays editable. */
  private static boolean wantedPools(@Nullable ProviderConfig old) {
    return Optional.ofNullable(old)
        .flatMap(config -> Optional.ofNullable(config.getSpec()))
        .filter(ProviderNetworkRule::wantsPools)
        .isPresent();
  }

  private List<String> missing(NetworkSettings network, String namespace) {
    return network.poolRefs().stream()
        .map(ref -> new ObjectKey(namespace, ref.name()))
        .filter(key -> records.findPool(key).isEmpty())
        .map(
            key ->
                "spec.network.poolRefs: there is no NetworkPool %s; it is passed over until there is"
                    .formatted(key))
        .toList();
  }
}
