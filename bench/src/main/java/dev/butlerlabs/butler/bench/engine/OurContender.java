package dev.butlerlabs.butler.bench.engine;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.Finalizers;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Our engine over fabric8's informers. */
final class OurContender implements Contender {

  private static final ControllerSettings SETTINGS =
      ControllerSettings.DEFAULT.withWorkers(WORKERS, 4);

  private final SystemTimeline timeline = new SystemTimeline();
  private @Nullable Engine engine;

  @Override
  public void start(KubernetesClient client, Duties duties) {
    var parcels = Kind.of(Parcel.class).labelled(SELECTOR);
    var labels = Kind.of(ConfigMap.class).labelled(SELECTOR);
    var started =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new NoFinalizers(),
                new SimpleMeterRegistry(),
                new Random(1)));
    started.add(
        Duties.WRITER,
        Watches.on(parcels).mapped(labels, (label, _) -> List.of(sameName(label))),
        (parcel, _) -> {
          duties.write(parcel);
          return Outcome.settled();
        },
        SETTINGS);
    started.add(
        Duties.READER,
        Watches.on(parcels).mapped(labels, (label, _) -> List.of(sameName(label))),
        (parcel, _) -> {
          duties.read(parcel);
          return Outcome.settled();
        },
        SETTINGS);
    started.add(
        Duties.KEEPER,
        Watches.on(labels).mapped(parcels, (parcel, _) -> List.of(sameName(parcel))),
        (label, _) -> {
          duties.keep(label);
          return Outcome.settled();
        },
        SETTINGS);
    started.start();
    engine = started;
  }

  @Override
  public void stop() {
    if (engine != null) {
      engine.stop(Duration.ofSeconds(5));
    }
    timeline.close();
  }

  private static ObjectKey sameName(HasMetadata object) {
    return new ObjectKey(object.getMetadata().getNamespace(), object.getMetadata().getName());
  }

  /** Nobody cleans up here. */
  private static final class NoFinalizers implements Finalizers {
    @Override
    public <T extends HasMetadata> T add(T object, String finalizer) {
      return object;
    }

    @Override
    public void remove(HasMetadata object, String finalizer) {}
  }
}
