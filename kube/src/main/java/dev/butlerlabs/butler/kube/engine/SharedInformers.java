package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** All informers of the process: one per kind, kept for as long as somebody holds it. */
final class SharedInformers implements Cache {

  private final KubernetesClient client;
  private final MeterRegistry meters;
  private final Map<Kind<?>, Shared<?>> informers = new ConcurrentHashMap<>();
  private boolean started;

  private static final class Shared<T extends HasMetadata> {
    private final KindInformer<T> informer;
    private final Optional<Gauge> gauge;
    private int holders;

    private Shared(KindInformer<T> informer, Optional<Gauge> gauge) {
      this.informer = informer;
      this.gauge = gauge;
    }
  }

  /** A listener's share in an informer. */
  interface Hold {

    CompletableFuture<Void> listed();

    void release();
  }

  SharedInformers(KubernetesClient client, MeterRegistry meters) {
    this.client = client;
    this.meters = meters;
  }

  synchronized <T extends HasMetadata> Hold hold(Kind<T> kind, Consumer<Change<T>> listener) {
    if (kind.type() == Secret.class && kind.namespace().isEmpty() && kind.selector().isEmpty()) {
      throw new IllegalArgumentException(
          "all Secrets of a cluster are never watched; narrow the kind by namespace or label");
    }
    var shared = share(kind);
    shared.holders++;
    shared.informer.add(listener);
    return new Hold() {
      @Override
      public CompletableFuture<Void> listed() {
        return shared.informer.listed();
      }

      @Override
      public void release() {
        SharedInformers.this.release(kind, shared, listener);
      }
    };
  }

  // Safe: each kind is put in with an informer of its own type, right here.
  @SuppressWarnings("unchecked")
  private <T extends HasMetadata> Shared<T> share(Kind<T> kind) {
    var known = informers.get(kind);
    if (known != null) {
      return (Shared<T>) known;
    }
    var informer = new KindInformer<>(client, kind);
    var fresh = new Shared<>(informer, counted(kind, informer));
    informers.put(kind, fresh);
    if (started) {
      fresh.informer.start();
    }
    return fresh;
  }

  private synchronized <T extends HasMetadata> void release(
      Kind<T> kind, Shared<T> shared, Consumer<Change<T>> listener) {
    shared.informer.remove(listener);
    shared.holders--;
    if (shared.holders == 0) {
      informers.remove(kind);
      shared.gauge.ifPresent(meters::remove);
      shared.informer.stop();
    }
  }

  /** Only of what is watched whole: parts of a kind come and go, one for each tenant. */
  private Optional<Gauge> counted(Kind<?> kind, KindInformer<?> informer) {
    var whole = kind.namespace().isEmpty() && kind.selector().isEmpty() && kind.name().isEmpty();
    return whole
        ? Optional.of(
            Gauge.builder("butler_objects", informer, KindInformer::size)
                .description("Objects of a kind that this process has seen")
                .tag("group", kind.coordinates().group())
                .tag("kind", kind.coordinates().kind())
                .register(meters))
        : Optional.empty();
  }

  synchronized <T extends HasMetadata> void index(Index<T> index) {
    share(index.kind()).informer.index(index);
  }

  synchronized void start() {
    started = true;
    informers.values().forEach(shared -> shared.informer.start());
  }

  synchronized void stop() {
    informers.values().forEach(shared -> shared.informer.stop());
    informers.clear();
  }

  List<Problem> problems() {
    return informers.values().stream()
        .flatMap(shared -> shared.informer.problem().stream())
        .toList();
  }

  int count() {
    return informers.size();
  }

  @Override
  public <T extends HasMetadata> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return require(kind).find(key);
  }

  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind) {
    return require(kind).list();
  }

  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind, String namespace) {
    return require(kind)
        .list(io.fabric8.kubernetes.client.informers.cache.Cache.NAMESPACE_INDEX, namespace);
  }

  @Override
  public <T extends HasMetadata> List<T> list(Index<T> index, String value) {
    return require(index.kind()).list(index.name(), value);
  }

  // Safe: as above.
  @SuppressWarnings("unchecked")
  private <T extends HasMetadata> KindInformer<T> require(Kind<T> kind) {
    var known = informers.get(kind);
    if (known == null) {
      throw new IllegalStateException(
          kind + " are not watched by this process; name the kind in the controller's Watches");
    }
    return (KindInformer<T>) known.informer;
  }
}
