package dev.butlerlabs.butler.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Waits for what the cluster shows, by watching it, and fails with what was last seen.
 *
 * <p>Wait with a client that has no faults in it, or the wait itself becomes part of the test.
 */
public record Await(KubernetesClient client, Duration deadline) {

  /** Long enough for a machine that tests other modules too; only a failing test takes as long. */
  public static final Duration DEFAULT_DEADLINE = Duration.ofMinutes(2);

  /** Looks often at first; who waits longer leaves the processor to what is waited for. */
  private static final long SHORTEST_PARK = Duration.ofMillis(2).toNanos();

  private static final long LONGEST_PARK = Duration.ofMillis(25).toNanos();

  public Await(KubernetesClient client) {
    this(client, DEFAULT_DEADLINE);
  }

  public Await within(Duration other) {
    return new Await(client, other);
  }

  /** The object, once it exists and the condition holds. */
  public <T extends HasMetadata> T until(
      String what, Resource<T> resource, Predicate<? super T> condition) {
    return untilList(what, resource, seen -> seen.stream().anyMatch(condition)).getFirst();
  }

  /** Returns when the object does not exist. */
  public <T extends HasMetadata> void untilGone(Resource<T> resource) {
    untilList("the object is gone", resource, List::isEmpty);
  }

  /** Everything the selection holds, once the condition is true of it. */
  public <T extends HasMetadata> List<T> untilList(
      String what, Informable<T> selection, Predicate<? super List<T>> condition) {
    var lastSeen = new AtomicReference<List<T>>(List.of());
    var met =
        selection.informOnCondition(
            seen -> {
              lastSeen.set(List.copyOf(seen));
              return condition.test(seen);
            });
    try {
      return met.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      throw new AssertionError(
          "waited %s in vain until %s. %s"
              .formatted(deadline, what, LastSeen.describe(client, lastSeen.get())));
    } catch (ExecutionException failed) {
      throw new AssertionError(
          "watching until %s failed: %s".formatted(what, failed.getCause()), failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting until " + what, interrupted);
    } finally {
      met.cancel(true);
    }
  }

  /** Waits for something inside this JVM that cannot tell us by itself. */
  public static void untilTrue(String what, BooleanSupplier condition) {
    untilTrue(what, DEFAULT_DEADLINE, condition);
  }

  public static void untilTrue(String what, Duration deadline, BooleanSupplier condition) {
    var last = System.nanoTime() + deadline.toNanos();
    for (var park = SHORTEST_PARK;
        !condition.getAsBoolean();
        park = Math.min(LONGEST_PARK, park * 3 / 2)) {
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("interrupted while waiting until " + what);
      }
      if (System.nanoTime() - last > 0) {
        throw new AssertionError("waited %s in vain until %s".formatted(deadline, what));
      }
      LockSupport.parkNanos(park);
    }
  }

  /** Words for what was seen last. */
  private static final class LastSeen {

    private static String describe(KubernetesClient client, List<? extends HasMetadata> seen) {
      if (seen.isEmpty()) {
        return "Nothing of it exists.";
      }
      var text = new StringBuilder("Last seen:");
      for (var object : seen) {
        text.append("\n").append(describe(client, object));
      }
      return text.toString();
    }

    private static String describe(KubernetesClient client, HasMetadata object) {
      var meta = object.getMetadata();
      var text = new StringBuilder();
      text.append(object.getKind()).append(' ').append(key(object));
      text.append(" at resourceVersion ").append(meta.getResourceVersion());
      text.append(", generation ").append(meta.getGeneration());
      if (meta.getDeletionTimestamp() != null) {
        text.append(", deleted, held by finalizers ").append(meta.getFinalizers());
      }
      text.append('\n').append(status(client, object).indent(2));
      text.append(events(client, object).indent(2));
      return text.toString();
    }

    private static String key(HasMetadata object) {
      var meta = object.getMetadata();
      return Optional.ofNullable(meta.getNamespace()).map(n -> n + "/").orElse("") + meta.getName();
    }

    private static String status(KubernetesClient client, HasMetadata object) {
      var format = client.getKubernetesSerialization();
      var status = format.unmarshal(format.asJson(object), JsonNode.class).path("status");
      return status.isMissingNode() ? "no status" : "status:\n" + format.asYaml(status).indent(2);
    }

    private static String events(KubernetesClient client, HasMetadata object) {
      var namespace = Optional.ofNullable(object.getMetadata().getNamespace()).orElse("default");
      var lines =
          client
              .v1()
              .events()
              .inNamespace(namespace)
              .withField("involvedObject.uid", object.getMetadata().getUid())
              .list()
              .getItems()
              .stream()
              .map(e -> "%s %s: %s".formatted(e.getType(), e.getReason(), e.getMessage()))
              .toList();
      return lines.isEmpty() ? "no events" : "events:\n" + String.join("\n", lines).indent(2);
    }
  }
}
