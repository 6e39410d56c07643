package dev.butlerlabs.butler.kube.tenant;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The way to one tenant: its client, who uses it, and whether it answers.
 *
 * <p>All state of one tenant is guarded by its own lock, which is never held during a call.
 */
final class Line {

  /** A client with the number of its users; closed when it is retired and the last one has left. */
  private static final class Shared {
    private final KubernetesClient client;
    private final String fingerprint;
    private int users;
    private boolean retired;

    Shared(KubernetesClient client, String fingerprint) {
      this.client = client;
      this.fingerprint = fingerprint;
    }
  }

  /** A place on the line, to be given back. */
  final class Place {
    private final Shared shared;

    private Place(Shared shared) {
      this.shared = shared;
    }

    KubernetesClient client() {
      return shared.client;
    }

    /** The tenant answered, be it with a refusal. */
    void answered() {
      leave(Circuit.closed());
    }

    void silent(Instant now) {
      synchronized (Line.this) {
        leave(circuit.failed(now, settings));
      }
    }

    private void leave(Circuit next) {
      synchronized (Line.this) {
        // A client that was replaced meanwhile says nothing about the new credentials.
        if (!shared.retired) {
          circuit = next;
        }
        shared.users--;
        busy--;
        closeIfLeft(shared);
      }
    }
  }

  private final TenantSettings settings;
  private @Nullable Shared current;
  private Circuit circuit = Circuit.closed();
  private Instant lastUsed;
  private int busy;
  private boolean ended;

  Line(TenantSettings settings, Instant now) {
    this.settings = settings;
    this.lastUsed = now;
  }

  synchronized boolean uses(String fingerprint) {
    return current != null && current.fingerprint.equals(fingerprint);
  }

  synchronized boolean ended() {
    return ended;
  }

  /** New credentials deserve a new chance, so the circuit is closed. */
  synchronized void replace(KubernetesClient client, String fingerprint) {
    retire();
    current = new Shared(client, fingerprint);
    circuit = Circuit.closed();
  }

  /** A place, or none when the tenant rests, is probed, or has enough work. */
  synchronized Optional<Place> enter(Instant now) {
    if (current == null || busy >= settings.concurrent() || !circuit.admits(now)) {
      return Optional.empty();
    }
    circuit = circuit.admitted();
    lastUsed = now;
    busy++;
    current.users++;
    return Optional.of(new Place(current));
  }

  synchronized Circuit circuit() {
    return circuit;
  }

  synchronized boolean hasClient() {
    return current != null;
  }

  synchronized Instant lastUsed() {
    return lastUsed;
  }

  /** Ends the line unless somebody uses it or has used it since. */
  synchronized boolean endIfUnusedSince(Instant limit) {
    if (busy > 0 || lastUsed.isAfter(limit)) {
      return false;
    }
    end();
    return true;
  }

  /** Nobody enters any more; the client is closed now, or when its last user leaves. */
  synchronized void end() {
    ended = true;
    retire();
  }

  private void retire() {
    if (current != null) {
      current.retired = true;
      closeIfLeft(current);
      current = null;
    }
  }

  private static void closeIfLeft(Shared shared) {
    if (shared.retired && shared.users == 0) {
      shared.client.close();
    }
  }
}
