package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Finalizers;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.lead.Leadership;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * All controllers of a process, over one set of shared informers.
 *
 * <p>Add the controllers, then start. Each begins by itself as soon as all that it watches has been
 * listed, so a kind that is not installed yet holds up only those who asked for it. Caches are kept
 * warm without the lead; reconcilers run only with it.
 */
public final class Engine implements AutoCloseable {

  private static final Duration GRACE = Duration.ofSeconds(3);

  private final Parts parts;
  private final SharedInformers informers;
  private final List<Station<?>> stations = new ArrayList<>();
  private Leadership.Registration registration = () -> {};

  /**
   * What the engine is made from.
   *
   * @param random where jitter and reconcile ids come from; seeded in tests
   */
  public record Parts(
      KubernetesClient client,
      Timeline timeline,
      Leadership leadership,
      Finalizers finalizers,
      MeterRegistry meters,
      Random random) {}

  public Engine(Parts parts) {
    this.parts = parts;
    this.informers = new SharedInformers(parts.client(), parts.meters());
  }

  /**
   * Adds a controller, before the start. A reconciler that is a {@link
   * dev.butlerlabs.butler.kube.Cleaner} too has its finalizer looked after.
   *
   * @param name unique, lower case; the label of its figures and log lines
   */
  public <T extends HasMetadata> Engine add(
      String name, Watches<T> watches, Reconciler<T> reconciler, ControllerSettings settings) {
    if (stations.stream().anyMatch(station -> station.name().equals(name))) {
      throw new IllegalArgumentException(
          "there is a controller " + name + " already; give each its own name");
    }
    stations.add(new Station<>(name, watches, reconciler, settings, parts, informers));
    return this;
  }

  public void start() {
    informers.start();
    stations.forEach(Station::openWhenListed);
    registration = parts.leadership().onChange(_ -> lead());
    lead();
  }

  /** What this process has seen; for readers beside the controllers, such as a server. */
  public Cache cache() {
    return informers;
  }

  /** Whether every watched kind was listed and is being followed. */
  public boolean synced() {
    return problems().isEmpty();
  }

  /** What keeps the engine from knowing the present state of the cluster. */
  public List<Problem> problems() {
    return informers.problems();
  }

  /** Waits for all first lists; answers whether they came in time. */
  public boolean awaitSynced(Duration limit) throws InterruptedException {
    var all = stations.stream().map(Station::opened).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(all).get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException late) {
      return false;
    } catch (ExecutionException fault) {
      throw new IllegalStateException("a controller could not be opened", fault.getCause());
    }
  }

  /** Lets running reconciles finish, then interrupts them; answers whether all have ended. */
  public boolean stop(Duration grace) {
    registration.close();
    var clean = together(station -> station.controller().stop(grace));
    informers.stop();
    return clean;
  }

  @Override
  public void close() {
    stop(GRACE);
  }

  /** Reads the answer afresh, since two changes may come close together. */
  private synchronized void lead() {
    var leading = parts.leadership().leading();
    together(
        station -> {
          station.lead(leading);
          return true;
        });
  }

  /** At the same time for all, because each may have to wait for its runs to unwind. */
  private boolean together(Predicate<Station<?>> act) {
    var all =
        stations.stream()
            .map(
                station -> {
                  var answer = new CompletableFuture<Boolean>();
                  Thread.startVirtualThread(() -> answer.complete(act.test(station)));
                  return answer;
                })
            .toList();
    return all.stream().map(CompletableFuture::join).reduce(true, Boolean::logicalAnd);
  }
}
