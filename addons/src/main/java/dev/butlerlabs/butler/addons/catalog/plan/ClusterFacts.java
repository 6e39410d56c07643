package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.api.addons.AddonParameter.Fact;
import java.util.Optional;

/**
 * What is known of a cluster that addons may be told.
 *
 * @param endpoint where its API server is reached, host and port; empty while nobody knows
 */
public record ClusterFacts(Identity identity, String endpoint) {

  /** Nothing is known, or it is no TenantCluster. */
  public static ClusterFacts none() {
    return new ClusterFacts(new Identity("", "", "", "", "", ""), "");
  }

  /** One of them, as far as it is known. */
  Optional<String> find(Fact fact) {
    var text =
        switch (fact) {
          case CLUSTER_NAME -> identity.cluster();
          case CLUSTER_NAMESPACE -> identity.namespace();
          case CLUSTER_UID -> identity.uid();
          case ENVIRONMENT -> identity.environment();
          case PROVIDER -> identity.providerType();
          case CONTROL_PLANE_ENDPOINT -> endpoint;
        };
    return Optional.of(text).filter(known -> !known.isEmpty());
  }
}
