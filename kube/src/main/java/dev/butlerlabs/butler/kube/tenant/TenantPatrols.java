package dev.butlerlabs.butler.kube.tenant;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A few objects of several kinds watched inside each of many tenants, over one connection each.
 *
 * <p>For whoever has written these objects and wants to hear when somebody else changes or removes
 * them. As with {@link TenantWatches}, opening never blocks, a silent tenant is asked again with
 * growing pauses, and all news is told to the trigger under the tenant's key.
 */
public final class TenantPatrols implements AutoCloseable {

  private final Keep<GenericKubernetesResource> keep;
  private final ClientSettings settings;
  private final Timeline timeline;
  private final Trigger news;
  private final Map<ObjectKey, Patrol> patrols = new ConcurrentHashMap<>();

  /**
   * Watches nothing yet.
   *
   * @param keep what is kept of the objects that are watched; all else is forgotten at once
   */
  public TenantPatrols(
      Keep<GenericKubernetesResource> keep,
      ClientSettings settings,
      Timeline timeline,
      Trigger news) {
    this.keep = keep;
    this.settings = settings;
    this.timeline = timeline;
    this.news = news;
  }

  /**
   * What is known of the tenant now; the watches are opened if there are none with these
   * credentials and kinds.
   *
   * @param kinds what to look at, each narrowed by namespace and label
   */
  public Sight<GenericKubernetesResource> look(
      Tenant tenant, byte[] kubeconfig, List<Kind<?>> kinds) {
    var fingerprint = Fingerprint.of(kubeconfig);
    var known = patrols.get(tenant.key());
    if (known != null && known.serves(tenant, fingerprint, kinds)) {
      return known.sight();
    }
    forget(tenant.key());
    var fresh =
        new Patrol(tenant, fingerprint, kinds, keep, timeline, () -> news.fire(tenant.key()));
    patrols.put(tenant.key(), fresh);
    fresh.open(kubeconfig, settings);
    return fresh.sight();
  }

  /** The tenant is looked at no more. */
  public void forget(ObjectKey tenant) {
    var patrol = patrols.remove(tenant);
    if (patrol != null) {
      patrol.close();
    }
  }

  /** How many tenants are watched. */
  public int count() {
    return patrols.size();
  }

  @Override
  public void close() {
    List.copyOf(patrols.keySet()).forEach(this::forget);
  }
}
