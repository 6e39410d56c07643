package dev.butlerlabs.butler.kube.tenant;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lists the selected objects, then hears of every change to them.
 *
 * <p>A watch ends when the server wants it to, half an hour to an hour later, and goes on from
 * where it was; the library's informers end each of theirs after some minutes, which for thousands
 * of watches that rest is most of what they cost. Bookmarks are not asked for either: where a
 * server has forgotten the place, the few objects are listed again.
 */
final class Tail<T extends HasMetadata> implements Watcher<T>, AutoCloseable {

  /** Who wants to know. */
  interface Listener<T extends HasMetadata> {

    /** Everything is in the store, and each change will be. */
    void following(Tail<T> tail);

    /** Something that is kept, or was, is another than before. */
    void changed(Tail<T> tail);

    /** Answers whether it is tried again after a while. */
    boolean lost(Tail<T> tail, Throwable why);
  }

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LAST_PAUSE = Duration.ofMinutes(1);

  private final FilterWatchListDeletable<T, ? extends KubernetesResourceList<T>, ?> selected;
  private final Keep<T> keep;
  private final ItemStore<T> store;
  private final Listener<T> listener;
  private @Nullable Watch watch;
  private @Nullable Pause resting;
  private Duration pause = FIRST_PAUSE;
  private boolean closed;

  Tail(
      FilterWatchListDeletable<T, ? extends KubernetesResourceList<T>, ?> selected,
      Keep<T> keep,
      ItemStore<T> store,
      Listener<T> listener) {
    this.selected = selected;
    this.keep = keep;
    this.store = store;
    this.listener = listener;
  }

  /** Returns at once. */
  void start() {
    Thread.startVirtualThread(this::begin);
  }

  private void begin() {
    if (isClosed()) {
      return;
    }
    try {
      var list = selected.list();
      var there = new HashSet<String>();
      for (var object : list.getItems()) {
        var key = store.getKey(object);
        there.add(key);
        store.put(key, object);
      }
      store.keySet().filter(key -> !there.contains(key)).toList().forEach(store::remove);
      opened(selected.watch(from(list.getMetadata().getResourceVersion()), this));
    } catch (RuntimeException failure) {
      ended(failure);
    }
  }

  private static ListOptions from(String version) {
    return new ListOptionsBuilder()
        .withResourceVersion(version)
        .withAllowWatchBookmarks(false)
        .build();
  }

  private void opened(Watch fresh) {
    boolean late;
    synchronized (this) {
      late = closed;
      watch = fresh;
      pause = FIRST_PAUSE;
    }
    if (late) {
      fresh.close();
    } else {
      listener.following(this);
    }
  }

  private void ended(Throwable why) {
    if (!isClosed() && listener.lost(this, why)) {
      beginAgain();
    }
  }

  private synchronized void beginAgain() {
    if (closed) {
      return;
    }
    resting = Pause.before(pause, this::begin);
    var twice = pause.multipliedBy(2);
    pause = twice.compareTo(LAST_PAUSE) > 0 ? LAST_PAUSE : twice;
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public void eventReceived(Action action, T object) {
    if (isClosed()) {
      return;
    }
    var key = store.getKey(object);
    var before = store.get(key);
    switch (action) {
      case ADDED, MODIFIED -> {
        var news = keep.which().test(object) && !sameVersion(before, object);
        store.put(key, object);
        if (news || (before != null && store.get(key) == null)) {
          listener.changed(this);
        }
      }
      case DELETED -> {
        store.remove(key);
        if (before != null) {
          listener.changed(this);
        }
      }
      case BOOKMARK, ERROR -> {}
    }
  }

  private static boolean sameVersion(@Nullable HasMetadata before, HasMetadata now) {
    return before != null
        && Objects.equals(
            before.getMetadata().getResourceVersion(), now.getMetadata().getResourceVersion());
  }

  /** The library goes on by itself after a break; what it cannot go on from ends here. */
  @Override
  public void onClose(WatcherException why) {
    if (why.isHttpGone()) {
      beginAgain();
    } else {
      ended(why);
    }
  }

  @Override
  public void close() {
    Watch ending;
    synchronized (this) {
      closed = true;
      ending = watch;
      if (resting != null) {
        resting.cancel();
      }
    }
    if (ending != null) {
      ending.close();
    }
  }
}
