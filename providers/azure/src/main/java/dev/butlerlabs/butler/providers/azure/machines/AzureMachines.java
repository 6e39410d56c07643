package dev.butlerlabs.butler.providers.azure.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.azure.machines.Situation.Foreign;
import dev.butlerlabs.butler.providers.azure.machines.Situation.Nothing;
import dev.butlerlabs.butler.providers.azure.machines.Situation.Ours;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.identity.ProviderId;
import dev.butlerlabs.butler.providers.spi.machine.MacAddress;
import dev.butlerlabs.butler.providers.spi.machine.Machine;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Absent;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Running;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Stopped;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Underway;
import dev.butlerlabs.butler.providers.spi.machine.UsableAddresses;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The four verbs on Azure: look, then take the one step that is next. */
final class AzureMachines implements MachineDriver {

  /** How long failed work is told before it is tried again. */
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMinutes(1);

  private static final Set<String> OFF = Set.of("stopped", "deallocated");

  private final AzureClient client;
  private final Place place;
  private final Site site;
  private final Construction construction;
  private final InstantSource clock;

  AzureMachines(
      AzureClient client, Place place, Site site, Construction construction, InstantSource clock) {
    this.client = client;
    this.place = place;
    this.site = site;
    this.construction = construction;
    this.clock = clock;
  }

  @Override
  public List<Fault> validate(MachineOrder order) {
    return site.problems(order);
  }

  @Override
  public MachineState observe(MachineId id, Memo memo) {
    return answer(
        () ->
            switch (Situation.look(client, place, id)) {
              // A card that once ran and has no machine tells of one removed by hand.
              case Nothing(var card) ->
                  card == null || Situation.ran(card)
                      ? new Absent()
                      : new Underway("its network card is made", memo);
              case Foreign _ -> new Absent();
              case Ours ours -> seen(ours, memo);
            });
  }

  @Override
  public MachineState ensure(MachineId id, MachineOrder order, Memo memo) {
    return answer(
        () ->
            switch (Situation.look(client, place, id)) {
              case Nothing(var card) -> construction.build(id, order, card, memo);
              case Foreign(var holder) ->
                  new Unclear(new Fault.Conflict("make machine " + id, holder));
              case Ours ours -> proceed(id, ours, memo);
            });
  }

  @Override
  public MachineState remove(MachineId id, Memo memo) {
    return answer(
        () ->
            switch (Situation.look(client, place, id)) {
              case Nothing(var card) -> construction.sweep(id, card, memo);
              case Foreign _ ->
                  construction.sweep(id, Situation.card(client, place, id).orElse(null), memo);
              case Ours ours -> demolish(id, ours, memo);
            });
  }

  /** A removal that Azure took on and failed at is told for a minute, then begun again. */
  private MachineState demolish(MachineId id, Ours ours, Memo memo) throws Trouble {
    if (ours.state().equals("Deleting")) {
      return new Underway("Azure removes it", memo);
    }
    var what = "remove machine " + id;
    var failure = ours.failure().filter(this::fresh);
    if (failure.isPresent() && Leaving.since(memo, time(failure.get()))) {
      return new Unclear(failure(what, failure.get()));
    }
    client.delete(what, place.machine(id.name()));
    return new Underway("Azure removes it", Leaving.at(clock.instant()));
  }

  private MachineState seen(Ours ours, Memo memo) throws Trouble {
    var power = ours.power();
    if (ours.state().equals("Deleting")) {
      return new Underway("Azure removes it", memo);
    }
    if (power.equals("running")) {
      return new Running(machine(ours));
    }
    var failure = ours.failure();
    if (failure.isPresent() && ours.neverRan()) {
      return fresh(failure.get())
          ? new Unclear(failure("make machine " + name(ours), failure.get()))
          : new Underway("it could not be placed and is made anew", memo);
    }
    return OFF.contains(power) && !ours.state().equals("Updating")
        ? new Stopped(machine(ours), "Azure says: " + power)
        : new Underway("Azure is at it: " + (power.isEmpty() ? ours.state() : power), memo);
  }

  private MachineState proceed(MachineId id, Ours ours, Memo memo) throws Trouble {
    var failure = ours.failure();
    var failedLately = failure.isPresent() && fresh(failure.get());
    if (failure.isPresent() && !failedLately && ours.neverRan()) {
      return startOver(id, ours, memo);
    }
    var now = seen(ours, memo);
    if (!(now instanceof Stopped)) {
      return now;
    }
    if (failedLately) {
      return new Unclear(failure("start machine " + id, failure.get()));
    }
    client.post("start machine " + id, place.start(id.name()));
    return new Underway("starting", memo);
  }

  /** What could not be placed is taken away and made again, in another zone where there is one. */
  private MachineState startOver(MachineId id, Ours ours, Memo memo) throws Trouble {
    var zone = Zones.of(ours.machine());
    var offered =
        site.sizes().zones(ours.machine().at("/properties/hardwareProfile/vmSize").asText());
    client.delete("remove machine " + id + ", which could not be placed", place.machine(id.name()));
    return new Underway("making it anew", Zones.avoiding(memo, zone, offered));
  }

  private boolean fresh(JsonNode status) {
    return time(status).plus(PAUSE_AFTER_FAILURE).isAfter(clock.instant());
  }

  /** Long ago where Azure tells none. */
  private static Instant time(JsonNode status) {
    try {
      return Instant.parse(status.path("time").asText());
    } catch (DateTimeException _) {
      return Instant.EPOCH;
    }
  }

  private Fault failure(String what, JsonNode status) {
    var code = status.path("code").asText().replaceFirst("^ProvisioningState/failed/?", "");
    return AzureFaults.failed(what, code, client.clean(status.path("message").asText("")));
  }

  private static String name(Ours ours) {
    return ours.machine().path("name").asText();
  }

  private Machine machine(Ours ours) {
    var addresses = new ArrayList<String>();
    MacAddress mac = null;
    var card = ours.card();
    if (card != null) {
      card.at("/properties/ipConfigurations")
          .forEach(one -> addresses.add(one.at("/properties/privateIPAddress").asText("")));
      mac = MacAddress.parse(card.at("/properties/macAddress").asText("")).orElse(null);
    }
    var location = ours.machine().path("location").asText();
    var zone = Zones.of(ours.machine());
    return new Machine(
        new ProviderId.Azure(place.machineId(name(ours))),
        UsableAddresses.of(addresses),
        null,
        mac,
        zone.isEmpty() ? location : location + "-" + zone);
  }

  /** One step, with its trouble turned into an answer. */
  private interface Step {
    MachineState take() throws Trouble;
  }

  private static MachineState answer(Step step) {
    try {
      return step.take();
    } catch (Trouble trouble) {
      return new Unclear(trouble.fault());
    }
  }
}
