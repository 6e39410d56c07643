package dev.butlerlabs.butler.providers.machines.machine;

import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.providers.machines.machine.plan.MachinePlanner;
import dev.butlerlabs.butler.providers.machines.machine.plan.Plan;
import dev.butlerlabs.butler.providers.machines.order.Teller;
import dev.butlerlabs.butler.providers.machines.order.Teller.Said;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells a plan: events first, since a status that was written is not planned again. */
final class MachineTeller {

  private static final Set<String> FIELDS =
      Set.of(
          "phase",
          "providerID",
          "ipAddress",
          "ipAddresses",
          "macAddress",
          "failureReason",
          "failureMessage");

  private final Teller teller;

  MachineTeller(Teller.Parts parts) {
    this.teller = new Teller(parts, FIELDS, MachinePlanner.CONDITIONS);
  }

  void note(MachineRequest request, String text) {
    teller.event(request, MachineEvent.PROVIDER_CONFIG_MISSING, text);
  }

  Answer<MachineRequest> tell(MachineRequest request, Plan plan, Instant now) {
    plan.notes()
        .forEach(note -> teller.event(request, MachineEvent.of(note.occasion()), note.text()));
    return teller.status(request, plan.verdicts(), fields(plan), said(request.getStatus()), now);
  }

  private static Said said(@Nullable MachineRequestStatus told) {
    return told == null
        ? Said.NOTHING
        : new Said(fields(told), told.conditions(), told.lastUpdated());
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
    Teller.put(fields, "providerID", providerId);
    Teller.put(fields, "ipAddress", address);
    if (!addresses.isEmpty()) {
      fields.put("ipAddresses", addresses);
    }
    Teller.put(fields, "macAddress", mac);
    Teller.put(fields, "failureReason", reason);
    Teller.put(fields, "failureMessage", message);
    return fields;
  }
}
