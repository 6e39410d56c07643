package dev.butlerlabs.butler.kube.tenant;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The connection to a tenant that watches share.
 *
 * <p>A watch that rests says nothing, so a connection that was cut somewhere on the way looks like
 * one where nothing happens. One question now and then tells them apart for all watches on it, and
 * keeps those who forget silent connections from forgetting this one. Without an answer the watches
 * are moved to a new connection.
 */
final class Wire implements AutoCloseable {

  private static final String QUESTION = "/livez";

  private final Tenant tenant;
  private final byte[] kubeconfig;
  private final ClientSettings settings;
  private final Supplier<Duration> beat;
  private final Consumer<KubernetesClient> connected;
  private @Nullable KubernetesClient client;
  private @Nullable Pause resting;
  private boolean closed;

  /**
   * Not connected yet.
   *
   * @param beat how long to wait before the next question
   * @param connected told the client to use from now on, first and whenever it is another; the one
   *     before is closed after that
   */
  Wire(
      Tenant tenant,
      byte[] kubeconfig,
      ClientSettings settings,
      Supplier<Duration> beat,
      Consumer<KubernetesClient> connected) {
    this.tenant = tenant;
    this.kubeconfig = kubeconfig.clone();
    this.settings = settings;
    this.beat = beat;
    this.connected = connected;
  }

  /** Answers why there can be no connection with these credentials; nothing is sent yet. */
  Optional<Problem> open() {
    return switch (Entrance.of(tenant, kubeconfig, settings)) {
      case Entrance.Shut(var problem) -> Optional.of(problem);
      case Entrance.Open(var fresh) -> {
        use(fresh);
        yield Optional.empty();
      }
    };
  }

  private void use(KubernetesClient fresh) {
    KubernetesClient before;
    synchronized (this) {
      if (closed) {
        before = fresh;
      } else {
        before = client;
        client = fresh;
        resting = Pause.before(beat.get(), this::ask);
      }
    }
    if (!fresh.equals(before)) {
      connected.accept(fresh);
    }
    if (before != null) {
      before.close();
    }
  }

  private void ask() {
    KubernetesClient asked;
    synchronized (this) {
      asked = closed ? null : client;
    }
    if (asked == null) {
      return;
    }
    if (answers(asked)) {
      restAgain();
    } else {
      open();
    }
  }

  private synchronized void restAgain() {
    if (!closed) {
      resting = Pause.before(beat.get(), this::ask);
    }
  }

  /** A refusal is an answer too. */
  private static boolean answers(KubernetesClient client) {
    try {
      client.raw(QUESTION);
      return true;
    } catch (KubernetesClientException refusal) {
      return refusal.getCode() > 0;
    }
  }

  @Override
  public void close() {
    KubernetesClient leaving;
    synchronized (this) {
      closed = true;
      leaving = client;
      if (resting != null) {
        resting.cancel();
      }
    }
    if (leaving != null) {
      leaving.close();
    }
  }
}
