package dev.butlerlabs.butler.teams.admission;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.kube.admission.Rule;
import dev.butlerlabs.butler.kube.admission.Ruling;
import java.util.Optional;

/** A ProviderConfig stays while clusters run on it, whether they named it or were given it. */
public final class ProviderDeletionRule implements Rule<ProviderConfig> {

  private static final int NAMED = 3;

  private final Records records;

  public ProviderDeletionRule(Records records) {
    this.records = records;
  }

  @Override
  public Ruling review(Request<ProviderConfig> request) {
    var users =
        records.allClusters().stream()
            .filter(cluster -> provider(cluster).filter(request.key()::equals).isPresent())
            .map(ProviderDeletionRule::name)
            .sorted()
            .toList();
    if (users.isEmpty()) {
      return Ruling.allowed();
    }
    return Ruling.denied(
        // kubectl shows no problem without a field.
        "spec",
        "%s ProviderConfig %s to be changed, healed and deleted: %s%s"
            .formatted(
                users.size() == 1 ? "1 TenantCluster needs" : users.size() + " TenantClusters need",
                request.key(),
                String.join(", ", users.subList(0, Math.min(NAMED, users.size()))),
                users.size() > NAMED ? " and others" : ""),
        "delete these clusters first, then try again");
  }

  /** What was chosen for it; before that, what it names itself. */
  private static Optional<ObjectKey> provider(TenantCluster cluster) {
    return Optional.ofNullable(cluster.getStatus())
        .flatMap(status -> Optional.ofNullable(status.effective()))
        .flatMap(effective -> Optional.ofNullable(effective.providerConfigRef()))
        .or(() -> Optional.ofNullable(cluster.getSpec()).flatMap(spec -> spec.namedProvider()))
        .map(ref -> new ObjectKey(ref.namespace(), ref.name()));
  }

  private static String name(TenantCluster cluster) {
    return cluster.getMetadata().getNamespace() + "/" + cluster.getMetadata().getName();
  }
}
