package dev.butlerlabs.butler.testkit.faults;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One process' way to the API server: an ordinary client whose every call is numbered, written down
 * and, where the script says so, broken.
 *
 * <p>The client's own retries are off, so that the code under test meets each fault itself.
 */
public final class RecordingClient implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Config config;
  private final KubernetesSerialization format;
  private final Recorder recorder;
  private final KubernetesClient client;

  public RecordingClient(Config config, KubernetesSerialization format, Faults faults) {
    this.config = config;
    this.format = format;
    recorder = new Recorder(faults);
    var impatient =
        new ConfigBuilder(config)
            .withRequestRetryBackoffLimit(0)
            .withWatchReconnectInterval(20)
            .build();
    client =
        new KubernetesClientBuilder()
            .withConfig(impatient)
            .withHttpClientFactory(new RecordingHttpClient.Factory(recorder))
            .withKubernetesSerialization(format)
            .build();
  }

  public KubernetesClient client() {
    return client;
  }

  public Calls calls() {
    return recorder.calls();
  }

  public Watches watches() {
    return recorder.watches();
  }

  /** The next call that a fault of the script holds; waits for it to come there. */
  public Held awaitHeld() {
    try {
      var held = recorder.held().poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      if (held == null) {
        throw new AssertionError(
            "no call was held within %s; so far there were\n%s".formatted(PATIENCE, calls()));
      }
      return held;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a held call", interrupted);
    }
  }

  /** Kills the process now, between two calls: every later one throws {@link Killed}. */
  public void kill() {
    var last = calls().requests();
    recorder.kill(last.isEmpty() ? "its start" : "a moment after " + last.getLast());
  }

  public boolean isDead() {
    return recorder.death().isDone();
  }

  /** Completes when the process dies. */
  public CompletableFuture<Killed> death() {
    return recorder.death().copy();
  }

  /** Ends this process if it still lives, and starts another that knows only what is stored. */
  public RecordingClient restart(Faults faults) {
    close();
    return new RecordingClient(config, format, faults);
  }

  @Override
  public void close() {
    client.close();
  }
}
