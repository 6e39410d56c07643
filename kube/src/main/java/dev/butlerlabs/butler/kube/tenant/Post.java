package dev.butlerlabs.butler.kube.tenant;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Timeline;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The watch of one kind inside one tenant: what is seen, or why nothing is. */
final class Post<T extends HasMetadata> implements Tail.Listener<T>, AutoCloseable {

  /** A break this short is not worth a word. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final Tenant tenant;
  private final List<TenantWatches.Selection<T>> selections;
  private final Keep<T> keep;
  private final ItemStore<T> store;
  private final Timeline timeline;
  private final Runnable news;
  private @Nullable KubernetesClient client;
  private @Nullable Tail<T> tail;
  private Timeline.@Nullable Alarm patience;
  private @Nullable Problem trouble;
  private int selection;
  private boolean listed;
  private boolean closed;

  Post(
      Tenant tenant,
      List<TenantWatches.Selection<T>> selections,
      Keep<T> keep,
      Timeline timeline,
      Runnable news) {
    this.tenant = tenant;
    this.selections = selections;
    this.keep = keep;
    this.store = keep.store();
    this.timeline = timeline;
    this.news = news;
  }

  synchronized Sight<T> sight() {
    if (trouble != null) {
      return new Sight.Unseen<>(trouble);
    }
    return listed ? new Sight.Seen<>(store.values().toList()) : new Sight.Opening<>();
  }

  /** There is no way in. */
  synchronized void shut(Problem why) {
    trouble = why;
  }

  /** Watches through this client from now on; what was seen stays until more is known. */
  void follow(KubernetesClient through) {
    end();
    synchronized (this) {
      client = through;
      begin(through);
    }
  }

  private void end() {
    Tail<T> ending;
    synchronized (this) {
      ending = tail;
      tail = null;
    }
    if (ending != null) {
      ending.close();
    }
  }

  private void begin(KubernetesClient through) {
    if (!closed) {
      tail = new Tail<>(selections.get(selection).apply(through), keep, store, this);
      tail.start();
    }
  }

  @Override
  public void following(Tail<T> from) {
    synchronized (this) {
      if (closed || from != tail) {
        return;
      }
      listed = true;
      trouble = null;
      calm();
    }
    news.run();
  }

  /** Before the first list is complete there is nothing to be seen yet. */
  @Override
  public void changed(Tail<T> from) {
    boolean complete;
    synchronized (this) {
      complete = listed && !closed && from == tail;
    }
    if (complete) {
      news.run();
    }
  }

  @Override
  public synchronized boolean lost(Tail<T> from, Throwable why) {
    if (closed || from != tail || client == null) {
      return false;
    }
    if (malformed(why) && selection + 1 < selections.size()) {
      selection++;
      begin(client);
      return false;
    }
    if (patience == null && trouble == null) {
      var words = words(why);
      patience = timeline.at(timeline.instant().plus(PATIENCE), () -> complain(words));
    }
    return true;
  }

  private void complain(String why) {
    synchronized (this) {
      if (closed || patience == null) {
        return;
      }
      patience = null;
      trouble =
          new Problem(
              "tenant " + tenant, "its API server cannot be watched: " + why, "it is tried again");
    }
    news.run();
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

  private void calm() {
    if (patience != null) {
      patience.cancel();
      patience = null;
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      calm();
    }
    end();
  }
}
