package dev.butlerlabs.butler.kube.tenant;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.Collection;
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
   * What is known of the tenant now, all kinds together: seen only when every kind is.
   *
   * @param kinds what to look at, each narrowed by namespace and label
   * @see #each
   */
  public Sight<GenericKubernetesResource> look(
      Tenant tenant, byte[] kubeconfig, Collection<? extends Kind<?>> kinds) {
    return all(each(tenant, kubeconfig, kinds).values());
  }

  /**
   * What is known of each kind. Watches with these credentials stay, those of other kinds are
   * opened beside them, and those of kinds that are not named any more end.
   */
  public Map<Kind<?>, Sight<GenericKubernetesResource>> each(
      Tenant tenant, byte[] kubeconfig, Collection<? extends Kind<?>> kinds) {
    var fingerprint = Fingerprint.of(kubeconfig);
    var known = patrols.get(tenant.key());
    if (known == null || !known.serves(tenant, fingerprint)) {
      forget(tenant.key());
      known = new Patrol(tenant, fingerprint, keep, timeline, () -> news.fire(tenant.key()));
      patrols.put(tenant.key(), known);
      known.open(kubeconfig, settings, () -> Beat.among(patrols::size));
    }
    known.watch(kinds);
    return known.sights();
  }

  /** Several kinds as one: seen only when every kind is. */
  public static Sight<GenericKubernetesResource> all(
      Collection<Sight<GenericKubernetesResource>> sights) {
    var all = new ArrayList<GenericKubernetesResource>();
    var opening = false;
    for (var sight : sights) {
      switch (sight) {
        case Sight.Unseen<GenericKubernetesResource> unseen -> {
          return unseen;
        }
        case Sight.Opening<GenericKubernetesResource> _ -> opening = true;
        case Sight.Seen<GenericKubernetesResource>(var objects) -> all.addAll(objects);
      }
    }
    return opening ? new Sight.Opening<>() : new Sight.Seen<>(all);
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
