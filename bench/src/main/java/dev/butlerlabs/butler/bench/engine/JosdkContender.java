package dev.butlerlabs.butler.bench.engine;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** JOSDK with the same informers' filter, lean caches and number of virtual threads. */
final class JosdkContender implements Contender {

  private @Nullable Operator operator;

  @Override
  public void start(KubernetesClient client, Duties duties) {
    var threads = Executors.newFixedThreadPool(WORKERS, Thread.ofVirtual().factory());
    var started =
        new Operator(
            settings ->
                settings
                    .withKubernetesClient(client)
                    .withCloseClientOnStop(false)
                    .withUseSSAToPatchPrimaryResource(true)
                    .withExecutorService(threads));
    register(started, new Writer(duties), Duties.WRITER);
    register(started, new Reader(duties), Duties.READER);
    register(started, new Keeper(duties), Duties.KEEPER);
    started.start();
    operator = started;
  }

  @Override
  public void stop() {
    if (operator != null) {
      operator.stop();
    }
  }

  private static <P extends HasMetadata> void register(
      Operator operator, Reconciler<P> reconciler, String name) {
    operator.register(
        reconciler,
        settings ->
            settings
                .withName(name)
                .withLabelSelector(SELECTOR)
                .withInformerListLimit(500L)
                .withItemStore(new Lean<>()));
  }

  private static <S extends HasMetadata, P extends HasMetadata> List<EventSource<?, P>> sameNames(
      Class<S> secondary, Class<P> primary, EventSourceContext<P> context) {
    var source =
        InformerEventSourceConfiguration.from(secondary, primary)
            .withLabelSelector(SELECTOR)
            .withInformerListLimit(500L)
            .withItemStore(new Lean<>())
            .withSecondaryToPrimaryMapper(object -> Set.of(ResourceID.fromResource(object)))
            .build();
    return List.of(new InformerEventSource<>(source, context));
  }

  private record Writer(Duties duties) implements Reconciler<Parcel> {
    @Override
    public UpdateControl<Parcel> reconcile(Parcel parcel, Context<Parcel> context) {
      duties.write(parcel);
      return UpdateControl.noUpdate();
    }

    @Override
    public List<EventSource<?, Parcel>> prepareEventSources(EventSourceContext<Parcel> context) {
      return sameNames(ConfigMap.class, Parcel.class, context);
    }
  }

  private record Reader(Duties duties) implements Reconciler<Parcel> {
    @Override
    public UpdateControl<Parcel> reconcile(Parcel parcel, Context<Parcel> context) {
      duties.read(parcel);
      return UpdateControl.noUpdate();
    }

    @Override
    public List<EventSource<?, Parcel>> prepareEventSources(EventSourceContext<Parcel> context) {
      return sameNames(ConfigMap.class, Parcel.class, context);
    }
  }

  private record Keeper(Duties duties) implements Reconciler<ConfigMap> {
    @Override
    public UpdateControl<ConfigMap> reconcile(ConfigMap label, Context<ConfigMap> context) {
      duties.keep(label);
      return UpdateControl.noUpdate();
    }

    @Override
    public List<EventSource<?, ConfigMap>> prepareEventSources(
        EventSourceContext<ConfigMap> context) {
      return sameNames(Parcel.class, ConfigMap.class, context);
    }
  }

  /** Without managed fields, as our own cache keeps them. */
  private static final class Lean<T extends HasMetadata> extends BasicItemStore<T> {
    private Lean() {
      super(Cache::metaNamespaceKeyFunc);
    }

    @Override
    public T put(String key, T object) {
      object.getMetadata().setManagedFields(List.of());
      return super.put(key, object);
    }
  }
}
