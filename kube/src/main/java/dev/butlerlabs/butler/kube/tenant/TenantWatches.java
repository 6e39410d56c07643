package dev.butlerlabs.butler.kube.tenant;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * One kind of object watched inside each of many tenants, where no tenant can hurt another.
 *
 * <p>A watch is opened when a tenant is first looked at, and lives until the tenant is forgotten or
 * looked at with other credentials. Opening never blocks, and a tenant that does not answer is
 * asked again with growing pauses; no thread of ours waits for it. Every change, and every turn
 * from seen to unseen and back, is told to the trigger under the tenant's key.
 */
public final class TenantWatches<T extends HasMetadata> implements AutoCloseable {

  /**
   * A part of a tenant's objects to watch.
   *
   * @see #TenantWatches
   */
  @FunctionalInterface
  public interface Selection<T extends HasMetadata>
      extends Function<
          KubernetesClient, FilterWatchListDeletable<T, ? extends KubernetesResourceList<T>, ?>> {}

  private record Watched<T extends HasMetadata>(
      Tenant tenant, String fingerprint, Post<T> post, Wire wire) {

    boolean serves(Tenant other, String credentials) {
      return tenant.equals(other) && fingerprint.equals(credentials);
    }

    void close() {
      post.close();
      wire.close();
    }
  }

  private final List<Selection<T>> selections;
  private final Keep<T> keep;
  private final ClientSettings settings;
  private final Timeline timeline;
  private final Trigger news;
  private final Map<ObjectKey, Watched<T>> watched = new ConcurrentHashMap<>();

  /**
   * Watches nothing yet.
   *
   * @param selections what is watched; where a server refuses the first as malformed, as one that
   *     does not know a field to select by does, the next is tried
   */
  public TenantWatches(
      List<Selection<T>> selections, ClientSettings settings, Timeline timeline, Trigger news) {
    this(selections, Keep.all(), settings, timeline, news);
  }

  /**
   * The same, with a bound on what is kept of each tenant.
   *
   * @param keep what is kept of the objects that are watched; all else is forgotten at once
   */
  public TenantWatches(
      List<Selection<T>> selections,
      Keep<T> keep,
      ClientSettings settings,
      Timeline timeline,
      Trigger news) {
    this.selections = List.copyOf(selections);
    this.keep = keep;
    this.settings = settings;
    this.timeline = timeline;
    this.news = news;
  }

  /**
   * What is known of the tenant now; the watch is opened if there is none with these credentials.
   */
  public Sight<T> look(Tenant tenant, byte[] kubeconfig) {
    var fingerprint = Fingerprint.of(kubeconfig);
    var known = watched.get(tenant.key());
    if (known != null && known.serves(tenant, fingerprint)) {
      return known.post().sight();
    }
    forget(tenant.key());
    var post = new Post<>(tenant, selections, keep, timeline, () -> news.fire(tenant.key()));
    var wire =
        new Wire(tenant, kubeconfig, settings, () -> Beat.among(watched::size), post::follow);
    watched.put(tenant.key(), new Watched<>(tenant, fingerprint, post, wire));
    wire.open().ifPresent(post::shut);
    return post.sight();
  }

  /** The tenant is looked at no more. */
  public void forget(ObjectKey tenant) {
    var leaving = watched.remove(tenant);
    if (leaving != null) {
      leaving.close();
    }
  }

  /** How many tenants are watched. */
  public int count() {
    return watched.size();
  }

  @Override
  public void close() {
    List.copyOf(watched.keySet()).forEach(this::forget);
  }
}
