package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.Indexer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one watch and the one copy that this process has of a kind, and who listens to it.
 *
 * <p>It lists once, then follows; it comes back by itself after any failure, however long.
 */
final class KindInformer<T extends HasMetadata> implements ResourceEventHandler<T> {

  private static final Logger LOG = LoggerFactory.getLogger(KindInformer.class);

  private final Kind<T> kind;
  private final SharedIndexInformer<T> informer;
  private final List<Consumer<Change<T>>> listeners = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Void> listed = new CompletableFuture<>();
  private volatile long listedVersion = Long.MAX_VALUE;
  private volatile @Nullable Throwable trouble;

  KindInformer(KubernetesClient client, Kind<T> kind) {
    this.kind = kind;
    this.informer =
        Sources.of(client, kind)
            .itemStore(new LeanStore<>())
            .exceptionHandler((_, thrown) -> troubled(thrown))
            .addEventHandler(this);
  }

  void start() {
    informer
        .start()
        .whenComplete(
            (_, failure) -> {
              if (failure == null) {
                listedVersion = version(informer.lastSyncResourceVersion());
                trouble = null;
                listed.complete(null);
              }
            });
  }

  /** Completes with the first list. */
  CompletableFuture<Void> listed() {
    return listed;
  }

  void stop() {
    informer.stop();
  }

  void add(Consumer<Change<T>> listener) {
    listeners.add(listener);
  }

  void remove(Consumer<Change<T>> listener) {
    listeners.remove(listener);
  }

  void index(Index<T> index) {
    if (!informer.getIndexer().getIndexers().containsKey(index.name())) {
      informer.addIndexers(Map.of(index.name(), index.values()));
    }
  }

  Optional<T> find(ObjectKey key) {
    return Optional.ofNullable(
        store().getByKey(Cache.namespaceKeyFunc(key.namespace(), key.name())));
  }

  List<T> list() {
    return store().list();
  }

  List<T> list(String index, String value) {
    return store().byIndex(index, value);
  }

  /** How many objects this process has seen of it. */
  int size() {
    return listed.isDone() ? informer.getIndexer().listKeys().size() : 0;
  }

  /** Why what we know of this kind may be old, if it may. */
  Optional<Problem> problem() {
    if (listed.isDone() && informer.isWatching()) {
      return Optional.empty();
    }
    var known = trouble;
    var why = known == null ? "the first list is under way" : String.valueOf(known.getMessage());
    return Optional.of(
        new Problem(
            "watch of " + kind, why, "it is tried again by itself; is the API server there?"));
  }

  @Override
  public void onAdd(T object) {
    tell(new Change<>(null, object, version(resourceVersion(object)) <= listedVersion));
  }

  @Override
  public void onUpdate(T before, T after) {
    if (!resourceVersion(before).equals(resourceVersion(after))) {
      tell(new Change<>(before, after, false));
    }
  }

  /** With {@code unseen} the deletion itself was missed, and the object is as last known. */
  @Override
  public void onDelete(T object, boolean unseen) {
    tell(new Change<>(object, null, false));
  }

  private void tell(Change<T> change) {
    for (var listener : listeners) {
      try {
        listener.accept(change);
      } catch (NotListed early) {
        // Whomever it concerns is looked at when the first lists are through.
        LOG.debug("a change of {} {} came early: {}", kind, change.key(), early.getMessage());
      } catch (RuntimeException fault) {
        LOG.error("a change of {} {} could not be mapped", kind, change.key(), fault);
      }
    }
  }

  private boolean troubled(Throwable thrown) {
    trouble = thrown;
    LOG.warn("watch of {} failed and will be taken up again: {}", kind, thrown.getMessage());
    return true;
  }

  private Indexer<T> store() {
    if (!listed.isDone()) {
      throw new NotListed(kind);
    }
    return informer.getIndexer();
  }

  private static String resourceVersion(HasMetadata object) {
    return object.getMetadata().getResourceVersion();
  }

  /** Versions are numbers in order; anything else counts as news. */
  private static long version(@Nullable String text) {
    try {
      return text == null ? Long.MAX_VALUE : Long.parseLong(text);
    } catch (NumberFormatException other) {
      return Long.MAX_VALUE;
    }
  }
}
