package dev.butlerlabs.butler.kube.tenant;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The watch inside one tenant, with one set of credentials. */
final class Post<T extends HasMetadata> implements ResourceEventHandler<T> {

  /** A break this short is not worth a word. */
  private static final Duration FIRST_PROBE = Duration.ofSeconds(3);

  private static final Duration LAST_PROBE = Duration.ofMinutes(1);
  private static final long NO_RESYNC = 0;

  private final Tenant tenant;
  private final String fingerprint;
  private final List<TenantWatches.Selection<T>> selections;
  private final Keep<T> keep;
  private final Timeline timeline;
  private final Runnable news;
  private @Nullable KubernetesClient client;
  private @Nullable SharedIndexInformer<T> informer;
  private Timeline.@Nullable Alarm probe;
  private @Nullable Problem trouble;
  private boolean borrowed;
  private boolean listed;
  private boolean closed;

  Post(
      Tenant tenant,
      String fingerprint,
      List<TenantWatches.Selection<T>> selections,
      Keep<T> keep,
      Timeline timeline,
      Runnable news) {
    this.tenant = tenant;
    this.fingerprint = fingerprint;
    this.selections = selections;
    this.keep = keep;
    this.timeline = timeline;
    this.news = news;
  }

  boolean serves(Tenant other, String credentials) {
    return tenant.equals(other) && fingerprint.equals(credentials);
  }

  synchronized Sight<T> sight() {
    if (trouble != null) {
      return new Sight.Unseen<>(trouble);
    }
    return listed && informer != null
        ? new Sight.Seen<>(informer.getStore().list())
        : new Sight.Opening<>();
  }

  synchronized void open(byte[] kubeconfig, ClientSettings settings) {
    switch (Entrance.of(tenant, kubeconfig, settings)) {
      case Entrance.Shut(var problem) -> trouble = problem;
      case Entrance.Open(var connected) -> {
        client = connected;
        watch(connected, 0);
      }
    }
  }

  /** Watches through a client that others use too, and that somebody else closes. */
  synchronized void open(KubernetesClient shared) {
    client = shared;
    borrowed = true;
    watch(shared, 0);
  }

  private void watch(KubernetesClient connected, int selection) {
    var fresh = selections.get(selection).apply(connected).runnableInformer(NO_RESYNC);
    informer = fresh;
    fresh
        .itemStore(keep.store())
        .exceptionHandler((_, thrown) -> failed(fresh, selection, thrown))
        .addEventHandler(this)
        .start()
        .whenComplete(
            (_, failure) -> {
              if (failure == null) {
                recovered(fresh);
              }
            });
  }

  /** Answers whether the informer is to try again by itself. */
  private synchronized boolean failed(
      SharedIndexInformer<T> failing, int selection, Throwable thrown) {
    if (closed || !failing.equals(informer) || client == null) {
      return false;
    }
    if (malformed(thrown) && selection + 1 < selections.size()) {
      watch(client, selection + 1);
      return false;
    }
    if (probe == null) {
      probeAfter(FIRST_PROBE, words(thrown));
    }
    return true;
  }

  private static boolean malformed(Throwable thrown) {
    return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
        .anyMatch(
            cause ->
                cause instanceof KubernetesClientException refusal && refusal.getCode() == 400);
  }

  /** The library's words may go on for lines; the first says it. */
  private static String words(Throwable thrown) {
    var inner = thrown;
    while (inner.getCause() != null) {
      inner = inner.getCause();
    }
    return String.valueOf(inner.getMessage()).lines().findFirst().orElse("no answer");
  }

  private void probeAfter(Duration pause, String why) {
    probe = timeline.at(timeline.instant().plus(pause), () -> probed(pause, why));
  }

  /** The informer tells of failures only; that it watches again must be asked for. */
  private void probed(Duration pause, String why) {
    SharedIndexInformer<T> back;
    synchronized (this) {
      if (closed || informer == null) {
        return;
      }
      back = informer.isWatching() ? informer : null;
      if (back == null) {
        var first = trouble == null;
        trouble = problem("its API server cannot be watched: " + why, "it is tried again");
        var twice = pause.multipliedBy(2);
        probeAfter(twice.compareTo(LAST_PROBE) > 0 ? LAST_PROBE : twice, why);
        if (first) {
          news.run();
        }
      }
    }
    if (back != null) {
      recovered(back);
    }
  }

  private void recovered(SharedIndexInformer<T> back) {
    synchronized (this) {
      if (closed || !back.equals(informer)) {
        return;
      }
      listed = true;
      trouble = null;
      cancelProbe();
    }
    news.run();
  }

  private void cancelProbe() {
    if (probe != null) {
      probe.cancel();
      probe = null;
    }
  }

  private Problem problem(String what, String remedy) {
    return new Problem("tenant " + tenant, what, remedy);
  }

  void close() {
    KubernetesClient leaving;
    SharedIndexInformer<T> ending;
    synchronized (this) {
      closed = true;
      cancelProbe();
      leaving = borrowed ? null : client;
      ending = informer;
    }
    if (ending != null) {
      ending.stop();
    }
    if (leaving != null) {
      leaving.close();
    }
  }

  @Override
  public void onAdd(T object) {
    if (keep.which().test(object)) {
      changed();
    }
  }

  @Override
  public void onUpdate(T before, T after) {
    changed();
  }

  @Override
  public void onDelete(T object, boolean unseen) {
    changed();
  }

  /** Before the first list is complete there is nothing to be seen yet. */
  private void changed() {
    boolean complete;
    synchronized (this) {
      complete = listed && !closed;
    }
    if (complete) {
      news.run();
    }
  }
}
