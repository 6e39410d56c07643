package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.platform.ClusterReading;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells on a definition how far its rollout is. It decides nothing: whose turn it is, each addon
 * works out for itself.
 */
final class Rollouts implements Reconciler<AddonDefinition> {

  private static final StatusShare SHARE =
      new StatusShare(FieldManager.of("rollouts"), Set.of("rollout"), Set.of(), false);

  private final StatusWriter statuses;
  private final Followers followers;

  Rollouts(KubernetesClient client, Followers followers, InstantSource clock) {
    this.followers = followers;
    this.statuses = new StatusWriter(client, SHARE, clock);
  }

  static Watches<AddonDefinition> watches() {
    return Watches.on(AddonKinds.DEFINITIONS)
        .mapped(AddonKinds.ADDONS, (addon, _) -> Followers.definitions(addon))
        .mappedWishes(AddonKinds.CLUSTERS, Followers::definitions)
        .reading(ClusterReading.PROVIDERS)
        .indexed(AddonKinds.BY_CLUSTER)
        .indexed(Followers.BY_DEFINITION);
  }

  @Override
  public Outcome reconcile(AddonDefinition definition, Context context) {
    var spec = definition.getSpec();
    var rollout = spec.rollout();
    if (rollout == null && definition.getStatus() == null) {
      return Outcome.settled();
    }
    Map<String, Object> fields =
        rollout == null
            ? Map.of()
            : Map.of(
                "rollout",
                followers
                    .waves(rollout, definition, context.cache())
                    .state(spec.chart().defaultVersion()));
    statuses.write(definition, List.of(), fields).orElseThrow();
    return Outcome.settled();
  }
}
