package dev.butlerlabs.butler.kube.tenant;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The watches inside one tenant, one for each kind, all through one client. */
final class Patrol {

  private final Tenant tenant;
  private final String fingerprint;
  private final List<Kind<?>> kinds;
  private final Keep<GenericKubernetesResource> keep;
  private final Timeline timeline;
  private final Runnable news;
  private final List<Post<GenericKubernetesResource>> posts = new ArrayList<>();
  private @Nullable Wire wire;
  private @Nullable Problem trouble;

  Patrol(
      Tenant tenant,
      String fingerprint,
      List<Kind<?>> kinds,
      Keep<GenericKubernetesResource> keep,
      Timeline timeline,
      Runnable news) {
    this.tenant = tenant;
    this.fingerprint = fingerprint;
    this.kinds = List.copyOf(kinds);
    this.keep = keep;
    this.timeline = timeline;
    this.news = news;
  }

  boolean serves(Tenant other, String credentials, List<Kind<?>> wanted) {
    return tenant.equals(other) && fingerprint.equals(credentials) && kinds.equals(wanted);
  }

  synchronized void open(byte[] kubeconfig, ClientSettings settings) {
    for (var kind : kinds) {
      posts.add(new Post<>(tenant, List.of(selection(kind)), keep, timeline, news));
    }
    wire = new Wire(tenant, kubeconfig, settings, Wire.BEAT, this::follow);
    trouble = wire.open().orElse(null);
  }

  private void follow(KubernetesClient client) {
    all().forEach(post -> post.follow(client));
  }

  private synchronized List<Post<GenericKubernetesResource>> all() {
    return List.copyOf(posts);
  }

  private static TenantWatches.Selection<GenericKubernetesResource> selection(Kind<?> kind) {
    return client -> {
      var all = client.genericKubernetesResources(kind.coordinates().toContext());
      var there =
          kind.namespace().isEmpty() ? all.inAnyNamespace() : all.inNamespace(kind.namespace());
      return kind.selector().isEmpty() ? there : there.withLabelSelector(kind.selector());
    };
  }

  /** Seen only when every kind is. */
  synchronized Sight<GenericKubernetesResource> sight() {
    if (trouble != null) {
      return new Sight.Unseen<>(trouble);
    }
    var all = new ArrayList<GenericKubernetesResource>();
    var opening = false;
    for (var i = 0; i < posts.size(); i++) {
      var kind = kinds.get(i).coordinates();
      switch (posts.get(i).sight()) {
        case Sight.Unseen<GenericKubernetesResource> unseen -> {
          return unseen;
        }
        case Sight.Opening<GenericKubernetesResource> _ -> opening = true;
        case Sight.Seen<GenericKubernetesResource>(var objects) ->
            objects.forEach(object -> all.add(told(object, kind)));
      }
    }
    return opening ? new Sight.Opening<>() : new Sight.Seen<>(all);
  }

  /** In a list, objects do not say what they are. */
  private static GenericKubernetesResource told(
      GenericKubernetesResource object, Kind.Coordinates kind) {
    object.setKind(kind.kind());
    object.setApiVersion(
        kind.group().isEmpty() ? kind.version() : kind.group() + "/" + kind.version());
    return object;
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
