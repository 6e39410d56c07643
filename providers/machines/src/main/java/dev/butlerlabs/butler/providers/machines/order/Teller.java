package dev.butlerlabs.butler.providers.machines.order;

import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.EventReason;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells what was decided about orders of one kind, in events and in the status. */
public final class Teller {

  private static final String UPDATED = "lastUpdated";

  private final StatusWriter statuses;
  private final Events events;

  /**
   * What tellers write through.
   *
   * @param instance which process tells events
   */
  public record Parts(KubernetesClient client, String instance, InstantSource clock) {}

  /**
   * What a status says so far.
   *
   * @param fields those that a teller writes, the time of the last change aside
   */
  public record Said(
      Map<String, Object> fields, List<Condition> conditions, @Nullable Instant lastUpdated) {

    /** Nothing yet. */
    public static final Said NOTHING = new Said(Map.of(), List.of(), null);

    boolean says(Map<String, Object> others, List<Verdict> verdicts) {
      return fields.equals(others)
          && conditions.stream().map(Condition::verdict).toList().containsAll(verdicts);
    }
  }

  /** Writes these fields, the time of the last change, and these conditions. */
  public Teller(Parts parts, Set<String> fields, Set<String> conditions) {
    var all = new HashSet<>(fields);
    all.add(UPDATED);
    var share = new StatusShare(FieldManager.of("machines"), all, conditions, true);
    this.statuses = new StatusWriter(parts.client(), share, parts.clock());
    this.events =
        new Events(parts.client(), "butlerlabs.dev/machines", parts.instance(), parts.clock());
  }

  public <R extends Enum<R> & EventReason> void event(HasMetadata order, R reason, String text) {
    events.tell(order, reason, text);
  }

  /** Writes the status, and nothing when it says all of that already. */
  public <T extends HasMetadata> Answer<T> status(
      T order, List<Verdict> verdicts, Map<String, Object> fields, Said said, Instant now) {
    var whole = new LinkedHashMap<>(fields);
    var updated = said.says(fields, verdicts) ? said.lastUpdated() : null;
    whole.put(UPDATED, updated == null ? now.truncatedTo(ChronoUnit.SECONDS) : updated);
    return statuses.write(order, verdicts, whole);
  }

  /** Only what is there. */
  public static void put(Map<String, Object> fields, String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value);
    }
  }
}
