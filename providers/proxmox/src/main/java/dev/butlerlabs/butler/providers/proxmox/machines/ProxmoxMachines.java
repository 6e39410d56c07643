package dev.butlerlabs.butler.providers.proxmox.machines;

import dev.butlerlabs.butler.api.infra.NetworkSettings;
import dev.butlerlabs.butler.api.infra.ProxmoxSettings;
import dev.butlerlabs.butler.providers.proxmox.machines.ClusterView.Guest;
import dev.butlerlabs.butler.providers.proxmox.machines.Situation.Cloning;
import dev.butlerlabs.butler.providers.proxmox.machines.Situation.Foreign;
import dev.butlerlabs.butler.providers.proxmox.machines.Situation.Nothing;
import dev.butlerlabs.butler.providers.proxmox.machines.Situation.Ours;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.identity.ProviderId;
import dev.butlerlabs.butler.providers.spi.machine.Machine;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Absent;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Running;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Stopped;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Underway;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The four verbs on Proxmox: look, then take the one step that is next. */
final class ProxmoxMachines implements MachineDriver {

  /** How long a failed task is told before it is tried again. */
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMinutes(1);

  /** Guests read their CD in the first minute; a slow one gets much more. */
  private static final Duration READS_ITS_DISC = Duration.ofMinutes(10);

  private final ProxmoxApi api;
  private final Construction construction;
  private final Discs discs;
  private final InstantSource clock;

  ProxmoxMachines(
      ProxmoxApi api,
      ProxmoxSettings settings,
      @Nullable NetworkSettings network,
      InstantSource clock) {
    this.api = api;
    this.clock = clock;
    this.discs = new Discs(api, settings);
    this.construction = new Construction(api, settings, network, discs);
  }

  @Override
  public List<Fault> validate(MachineOrder order) {
    try {
      return construction.problems(api.cluster(), order);
    } catch (Trouble trouble) {
      return List.of(trouble.fault());
    }
  }

  @Override
  public MachineState observe(MachineId id, Memo memo) {
    return answer(
        () ->
            switch (Situation.look(api, id, memo)) {
              case Nothing _, Foreign _ -> new Absent();
              // That the number is ours is not proven before it bears our mark.
              case Cloning(var guest, _) ->
                  new Unclear(
                      new Fault.Busy(
                          "look at machine " + id, ProxmoxApi.text(guest) + " is cloned"));
              case Ours ours -> seen(id, ours, memo);
            });
  }

  @Override
  public MachineState ensure(MachineId id, MachineOrder order, Memo memo) {
    return answer(
        () ->
            switch (Situation.look(api, id, memo)) {
              case Nothing(var cluster) -> begin(id, order, cluster, memo);
              case Foreign(var holder) ->
                  new Unclear(new Fault.Conflict("make machine " + id, ProxmoxApi.text(holder)));
              case Cloning(var guest, var note) -> cloning(guest, note, memo);
              case Ours ours -> proceed(id, order, ours, memo);
            });
  }

  @Override
  public MachineState remove(MachineId id, Memo memo) {
    return answer(
        () ->
            switch (Situation.look(api, id, memo)) {
              case Nothing _, Foreign _ -> sweep(id, memo);
              case Cloning(var guest, var note) -> cloning(guest, note, memo);
              case Ours ours -> demolish(ours, leaving(id, ours, memo));
            });
  }

  private MachineState seen(MachineId id, Ours ours, Memo memo) throws Trouble {
    var config = ours.config();
    if (config.lock().isPresent()) {
      return new Underway("Proxmox holds it: " + config.lock().get(), memo);
    }
    if (!config.tagged(Marks.owner(id))) {
      return new Underway("cloned, not yet configured", memo);
    }
    if (!api.running(ours.guest())) {
      return new Stopped(machine(ours, List.of()), "switched off");
    }
    var addresses = api.addresses(ours.guest(), config.mac());
    return Discs.given(config)
        ? new Underway("waiting until the guest has read its user data", memo)
        : new Running(machine(ours, addresses));
  }

  private MachineState begin(MachineId id, MachineOrder order, ClusterView cluster, Memo memo)
      throws Trouble {
    var note = Note.read(memo);
    if (note.isEmpty() || !note.get().standsIn(cluster)) {
      var chosen = construction.choose(id, order, cluster);
      return new Underway(
          "chose vm %d on %s".formatted(chosen.vmid(), chosen.node()), chosen.memo());
    }
    if (!note.get().task().isEmpty()) {
      var task = api.task(note.get().task());
      if (task.running()) {
        return new Underway("cloning the template", memo);
      }
      // The list tells when it ended, the task itself does not.
      var templates = Choice.templates(cluster, construction.settings(), order);
      if (task.failed() && !templates.isEmpty()) {
        var template = Choice.template(templates, note.get().node());
        underwayOrFailed(template, "qmclone", "clone the template to machine " + id);
      }
    }
    return construction.clone(id, order, cluster, note.get());
  }

  private MachineState cloning(Guest guest, Note note, Memo memo) throws Trouble {
    if (!note.task().isEmpty()) {
      var task = api.task(note.task());
      if (task.failed()) {
        return new Unclear(
            new Fault.Failed(
                "clone the template to " + ProxmoxApi.text(guest),
                task.exit() + "; the unfinished vm is still locked, remove it by hand"));
      }
    }
    return new Underway("cloning the template", memo);
  }

  private MachineState proceed(MachineId id, MachineOrder order, Ours ours, Memo memo)
      throws Trouble {
    var guest = ours.guest();
    if (ours.config().lock().isPresent()) {
      return new Underway("Proxmox holds it: " + ours.config().lock().get(), memo);
    }
    if (!ours.config().tagged(Marks.owner(id))) {
      var waiting = construction.configure(id, order, ours);
      if (waiting.isPresent()) {
        return new Underway(waiting.get(), memo);
      }
    }
    if (!api.running(guest)) {
      if (!underwayOrFailed(guest, "qmstart", "start machine " + id)) {
        api.start(guest);
      }
      return new Underway("starting", memo);
    }
    var addresses = api.addresses(guest, ours.config().mac());
    if (Discs.given(ours.config())) {
      if (addresses.isEmpty() && !settled(order, ours)) {
        return new Underway("waiting until the guest has read its user data", memo);
      }
      discs.withdraw(id, ours);
    }
    return new Running(machine(ours, addresses));
  }

  /**
   * Without a guest agent nobody tells that the CD was read. A machine that was given an address
   * needs nobody to tell it either, so it counts as there when it has had time enough.
   */
  private boolean settled(MachineOrder order, Ours ours) throws Trouble {
    return order.addressing() instanceof Addressing.Static
        && ours.config().staticAddress().isPresent()
        && api.uptime(ours.guest()).compareTo(READS_ITS_DISC) >= 0;
  }

  /** One that read its CD and was moved since left nothing on the node that is noted. */
  private static Memo leaving(MachineId id, Ours ours, Memo memo) {
    var read = ours.config().tagged(Marks.owner(id)) && !Discs.given(ours.config());
    return Note.read(memo)
        .filter(note -> read && !note.node().equals(ours.guest().node()))
        .map(note -> note.withoutDisc().memo())
        .orElse(memo);
  }

  private MachineState demolish(Ours ours, Memo memo) throws Trouble {
    var guest = ours.guest();
    if (ours.config().lock().isPresent()) {
      return new Underway("Proxmox holds it: " + ours.config().lock().get(), memo);
    }
    if (api.running(guest)) {
      if (!underwayOrFailed(guest, "qmstop", "stop " + ProxmoxApi.text(guest))) {
        api.stop(guest);
      }
      return new Underway("stopping", memo);
    }
    if (!underwayOrFailed(guest, "qmdestroy", "remove " + ProxmoxApi.text(guest))) {
      api.destroy(guest);
    }
    return new Underway("removing", memo);
  }

  private MachineState sweep(MachineId id, Memo memo) throws Trouble {
    var note = Note.read(memo);
    if (note.isPresent() && !note.get().task().isEmpty() && api.task(note.get().task()).running()) {
      return new Underway("waiting for the clone to end", memo);
    }
    return discs.sweep(id, note) ? new Underway("removing the user data", memo) : new Absent();
  }

  /** True while the newest such task runs; trouble while its failure is fresh. */
  private boolean underwayOrFailed(Guest guest, String type, String what) throws Trouble {
    var last = api.lastTask(guest.node(), guest.vmid(), type);
    if (last.isEmpty()) {
      return false;
    }
    var ended = last.get().ended();
    var fresh = ended != null && ended.plus(PAUSE_AFTER_FAILURE).isAfter(clock.instant());
    if (last.get().failed() && fresh) {
      throw new Trouble(ProxmoxFaults.told(what, last.get().exit()));
    }
    return last.get().running();
  }

  /** Where no guest agent tells an address, the one we gave counts. */
  private static Machine machine(Ours ours, List<String> reported) {
    var addresses = reported.isEmpty() ? ours.config().staticAddress().stream().toList() : reported;
    return new Machine(
        new ProviderId.Proxmox(ours.guest().node(), ours.guest().vmid()),
        addresses,
        null,
        ours.config().mac().orElse(null),
        ours.guest().node());
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
