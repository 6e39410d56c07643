package dev.butlerlabs.butler.addons.install;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.helm.Answer;
import dev.butlerlabs.butler.addons.helm.Helm;
import dev.butlerlabs.butler.addons.helm.LocalChart;
import dev.butlerlabs.butler.addons.helm.Rendering;
import dev.butlerlabs.butler.addons.install.plan.Piece;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;

/**
 * Renders one chart for many clusters at once: who comes while others are rendered waits, and is
 * rendered together with all that have come meanwhile for the same chart. Nobody waits on a cluster
 * here.
 */
final class Batches {

  /** A process takes one core. */
  private static final int AT_ONCE = 2;

  private static final int LARGEST = 200;

  private final Helm helm;
  private final ChartSources sources;
  private final Duration within;
  private final Semaphore places = new Semaphore(AT_ONCE, true);

  // Guarded by this.
  private final Map<Key, Batch> open = new HashMap<>();

  Batches(Helm helm, ChartSources sources, Duration within) {
    this.helm = helm;
    this.sources = sources;
    this.within = within;
  }

  /** What all of a batch share. */
  private record Key(Piece piece, String kubernetes) {}

  /** What comes of it: the text, unless the chart has to be rendered by its cluster. */
  private static final class Batch {
    private final List<JsonNode> values = new ArrayList<>();
    private final CompletableFuture<List<Answer<Optional<String>>>> done =
        new CompletableFuture<>();
  }

  /**
   * What the release would consist of after an upgrade; nothing when only its cluster can tell.
   *
   * @param kubernetes the cluster's version
   */
  Answer<Optional<String>> upgrade(Piece piece, String kubernetes, JsonNode values)
      throws InterruptedException {
    var key = new Key(piece, kubernetes);
    while (true) {
      Batch batch;
      int at;
      synchronized (this) {
        batch = open.computeIfAbsent(key, _ -> new Batch());
        at = batch.values.size();
        batch.values.add(values);
        if (batch.values.size() >= LARGEST) {
          open.remove(key, batch);
        }
      }
      if (at == 0) {
        lead(key, batch);
      }
      try {
        return batch.done.get().get(at);
      } catch (ExecutionException left) {
        // If whoever led was called off, what is wanted here still is.
        if (!(left.getCause() instanceof InterruptedException)) {
          throw new IllegalStateException("rendering with others broke", left.getCause());
        }
      }
    }
  }

  /** Whoever came first does it for all. */
  private void lead(Key key, Batch batch) throws InterruptedException {
    try {
      places.acquire();
      try {
        List<JsonNode> values;
        synchronized (this) {
          open.remove(key, batch);
          values = List.copyOf(batch.values);
        }
        var answers = rendered(key, values);
        if (Thread.interrupted()) {
          // Only we are called off, and not those who came with us.
          throw new InterruptedException();
        }
        batch.done.complete(answers);
      } finally {
        places.release();
      }
    } catch (InterruptedException calledOff) {
      leave(key, batch);
      throw calledOff;
    } catch (RuntimeException | Error broken) {
      batch.done.completeExceptionally(broken);
    }
  }

  private void leave(Key key, Batch batch) {
    synchronized (this) {
      open.remove(key, batch);
    }
    batch.done.completeExceptionally(new InterruptedException());
  }

  private List<Answer<Optional<String>>> rendered(Key key, List<JsonNode> values) {
    return switch (sources.find(key.piece()).then(found -> helm.pull(found, HelmWork.FETCH))) {
      case Answer.Refused<LocalChart>(var refusal) ->
          values.stream()
              .<Answer<Optional<String>>>map(_ -> new Answer.Refused<>(refusal))
              .toList();
      case Answer.Done<LocalChart>(var chart) when !helm.rendersAnywhere(chart) ->
          values.stream()
              .<Answer<Optional<String>>>map(_ -> new Answer.Done<>(Optional.empty()))
              .toList();
      case Answer.Done<LocalChart>(var chart) ->
          helm.upgrades(values.stream().map(one -> rendering(key, chart, one)).toList()).stream()
              .map(answer -> answer.then(text -> new Answer.Done<>(Optional.of(text))))
              .toList();
    };
  }

  private Rendering rendering(Key key, LocalChart chart, JsonNode values) {
    return new Rendering(key.piece().release(), chart, values, key.kubernetes(), List.of(), within);
  }
}
