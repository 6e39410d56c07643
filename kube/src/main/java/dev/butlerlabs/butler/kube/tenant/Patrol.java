package dev.butlerlabs.butler.kube.tenant;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The watches inside one tenant, one for each kind, all through one client. */
final class Patrol {

  private final Tenant tenant;
  private final String fingerprint;
  private final Keep<GenericKubernetesResource> keep;
  private final Timeline timeline;
  private final Runnable news;
  private final Map<Kind<?>, Post<GenericKubernetesResource>> posts = new LinkedHashMap<>();
  private List<Kind<?>> wanted = List.of();
  private @Nullable Wire wire;
  private @Nullable KubernetesClient client;
  private @Nullable Problem trouble;

  Patrol(
      Tenant tenant,
      String fingerprint,
      Keep<GenericKubernetesResource> keep,
      Timeline timeline,
      Runnable news) {
    this.tenant = tenant;
    this.fingerprint = fingerprint;
    this.keep = keep;
    this.timeline = timeline;
    this.news = news;
  }

  boolean serves(Tenant other, String credentials) {
    return tenant.equals(other) && fingerprint.equals(credentials);
  }

  /**
   * Connects.
   *
   * @param beat how long to wait before it is asked whether the connection still carries anything
   */
  synchronized void open(byte[] kubeconfig, ClientSettings settings, Supplier<Duration> beat) {
    wire = new Wire(tenant, kubeconfig, settings, beat, this::follow);
    trouble = wire.open().orElse(null);
  }

  private void follow(KubernetesClient through) {
    List<Post<GenericKubernetesResource>> moving;
    synchronized (this) {
      client = through;
      moving = all();
    }
    moving.forEach(post -> post.follow(through));
  }

  private synchronized List<Post<GenericKubernetesResource>> all() {
    return List.copyOf(posts.values());
  }

  /** From now on these kinds, and no others. */
  void watch(Collection<? extends Kind<?>> kinds) {
    var ending = new ArrayList<Post<GenericKubernetesResource>>();
    synchronized (this) {
      if (posts.size() == kinds.size() && posts.keySet().containsAll(kinds)) {
        return;
      }
      wanted = List.copyOf(kinds);
      for (var kind : List.copyOf(posts.keySet())) {
        if (!wanted.contains(kind)) {
          ending.add(posts.remove(kind));
        }
      }
      if (client != null) {
        for (var kind : wanted) {
          if (!posts.containsKey(kind)) {
            posts.put(kind, post(client, kind));
          }
        }
      }
    }
    ending.forEach(Post::close);
  }

  private Post<GenericKubernetesResource> post(KubernetesClient through, Kind<?> kind) {
    var post = new Post<>(tenant, List.of(selection(kind)), keep, timeline, news);
    post.follow(through);
    return post;
  }

  private static TenantWatches.Selection<GenericKubernetesResource> selection(Kind<?> kind) {
    return client -> {
      var all = client.genericKubernetesResources(kind.coordinates().toContext());
      var there =
          kind.namespace().isEmpty() ? all.inAnyNamespace() : all.inNamespace(kind.namespace());
      var labelled = kind.selector().isEmpty() ? there : there.withLabelSelector(kind.selector());
      return kind.name().isEmpty() ? labelled : labelled.withField("metadata.name", kind.name());
    };
  }

  synchronized Map<Kind<?>, Sight<GenericKubernetesResource>> sights() {
    var sights = new LinkedHashMap<Kind<?>, Sight<GenericKubernetesResource>>();
    for (var kind : wanted) {
      var post = posts.get(kind);
      if (trouble != null) {
        sights.put(kind, new Sight.Unseen<>(trouble));
      } else if (post != null) {
        sights.put(kind, named(post.sight(), kind.coordinates()));
      }
    }
    return sights;
  }

  private static Sight<GenericKubernetesResource> named(
      Sight<GenericKubernetesResource> sight, Kind.Coordinates kind) {
    if (sight instanceof Sight.Seen<GenericKubernetesResource>(var objects)) {
      objects.forEach(object -> told(object, kind));
    }
    return sight;
  }

  /** In a list, objects do not say what they are. */
  private static void told(GenericKubernetesResource object, Kind.Coordinates kind) {
    if (kind.kind().equals(object.getKind())) {
      return;
    }
    object.setKind(kind.kind());
    object.setApiVersion(
        kind.group().isEmpty() ? kind.version() : kind.group() + "/" + kind.version());
  }

  void close() {
    all().forEach(Post::close);
    Wire leaving;
    synchronized (this) {
      leaving = wire;
    }
    if (leaving != null) {
      leaving.close();
    }
  }
}
