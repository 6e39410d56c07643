package dev.butlerlabs.butler.providers.machines.machine;

import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.providers.machines.machine.plan.MachinePlanner;
import dev.butlerlabs.butler.providers.machines.machine.plan.Plan;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells a plan: events first, since a status that was written is not planned again. */
final class MachineTeller {

  private static final StatusShare SHARE =
      new StatusShare(
          FieldManager.of("machines"),
          Set.of(
              "phase",
              "providerID",
              "ipAddress",
              "ipAddresses",
              "macAddress",
              "failureReason",
              "failureMessage",
              "lastUpdated"),
          MachinePlanner.CONDITIONS,
          true);

  private final StatusWriter statuses;
  private final Events events;

  MachineTeller(KubernetesClient client, String instance, InstantSource clock) {
    this.statuses = new StatusWriter(client, SHARE, clock);
    this.events = new Events(client, "butlerlabs.dev/machines", instance, clock);
  }

  /** Only an event: the request may be another process' to write. */
  void missingConfig(MachineRequest request, String note) {
    events.tell(request, MachineEvent.PROVIDER_CONFIG_MISSING, note);
  }

  Answer<MachineRequest> tell(MachineRequest request, Plan plan, Instant now) {
    plan.notes()
        .forEach(note -> events.tell(request, MachineEvent.of(note.occasion()), note.text()));
    var told = request.getStatus();
    var fields = fields(plan);
    var same =
        told != null && fields.equals(fields(told)) && verdicts(told).containsAll(plan.verdicts());
    var updated = same ? told.lastUpdated() : null;
    fields.put("lastUpdated", updated == null ? now.truncatedTo(ChronoUnit.SECONDS) : updated);
    return statuses.write(request, plan.verdicts(), fields);
  }

  private static List<Verdict> verdicts(MachineRequestStatus told) {
    return told.conditions().stream().map(Condition::verdict).toList();
  }

  private static Map<String, Object> fields(Plan plan) {
    var failure = plan.failure();
    var facts = plan.facts();
    return fields(
        plan.phase(),
        facts.providerId(),
        facts.address(),
        facts.addresses(),
        facts.mac(),
        failure == null ? null : failure.reason(),
        failure == null ? null : failure.message());
  }

  private static Map<String, Object> fields(MachineRequestStatus told) {
    return fields(
        Objects.requireNonNullElse(told.phase(), ""),
        told.providerID(),
        told.ipAddress(),
        told.ipAddresses(),
        told.macAddress(),
        told.failureReason(),
        told.failureMessage());
  }

  private static Map<String, Object> fields(
      Object phase,
      @Nullable String providerId,
      @Nullable String address,
      List<String> addresses,
      @Nullable String mac,
      @Nullable String reason,
      @Nullable String message) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("phase", phase);
    put(fields, "providerID", providerId);
    put(fields, "ipAddress", address);
    if (!addresses.isEmpty()) {
      fields.put("ipAddresses", addresses);
    }
    put(fields, "macAddress", mac);
    put(fields, "failureReason", reason);
    put(fields, "failureMessage", message);
    return fields;
  }

  private static void put(Map<String, Object> fields, String name, @Nullable String value) {
    if (value != null) {
      fields.put(name, value);
    }
  }
}
