package dev.butlerlabs.butler.providers.nutanix.machines;

import dev.butlerlabs.butler.api.infra.NutanixSettings;
import dev.butlerlabs.butler.providers.nutanix.machines.V3Situation.Nothing;
import dev.butlerlabs.butler.providers.nutanix.machines.V3Situation.Ours;
import dev.butlerlabs.butler.providers.nutanix.machines.V3Situation.Unmarked;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Absent;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Running;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Stopped;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Underway;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The four verbs through v3: look, then take the one step that is next. */
final class V3Machines implements MachineDriver {

  /** How long a failed attempt is told before another is made. */
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMinutes(1);

  private final V3Api api;
  private final NutanixSettings settings;
  private final Survey survey;
  private final InstantSource clock;

  V3Machines(V3Api api, NutanixSettings settings, InstantSource clock) {
    this.api = api;
    this.settings = settings;
    this.survey = new Survey(api, settings);
    this.clock = clock;
  }

  @Override
  public List<Fault> validate(MachineOrder order) {
    try {
      return survey.of(order).faults();
    } catch (Trouble trouble) {
      return List.of(trouble.fault());
    }
  }

  @Override
  public MachineState observe(MachineId id, Memo memo) {
    return answer(
        () ->
            switch (V3Situation.look(api, id, memo)) {
              case Nothing _ -> new Absent();
              case Unmarked(var vm) -> unmarked(id, vm);
              case Ours(var vm, _) -> seen(id, vm, memo);
            });
  }

  @Override
  public MachineState ensure(MachineId id, MachineOrder order, Memo memo) {
    return answer(
        () ->
            switch (V3Situation.look(api, id, memo)) {
              case Nothing _ when unseen(memo) -> begunThrough("v4", "make machine " + id);
              case Nothing(var note) -> {
                var holder = V3Situation.foreign(api, id);
                if (holder.isPresent()) {
                  yield new Unclear(
                      new Fault.Conflict("make machine " + id, holder.get().toString()));
                }
                yield note.isPresent() && !note.get().spent()
                    ? create(id, order, note.get())
                    : choose(id, order, note.map(Note::uuid).orElse(""));
              }
              case Unmarked(var vm) -> unmarked(id, vm);
              case Ours ours -> proceed(id, order, ours, memo);
            });
  }

  @Override
  public MachineState remove(MachineId id, Memo memo) {
    return answer(
        () ->
            switch (V3Situation.look(api, id, memo)) {
              case Nothing _ when unseen(memo) -> begunThrough("v4", "remove machine " + id);
              case Nothing _ -> sweep(id);
              case Unmarked(var vm) -> unmarked(id, vm);
              case Ours(var vm, var note) ->
                  demolish(id, vm, note.orElseGet(() -> Note.spent(vm.uuid())));
            });
  }

  /** It was begun through v4, and which machine came of that only v4 can tell. */
  private static boolean unseen(Memo memo) {
    return Attempt.read(memo).filter(attempt -> attempt.vm().isEmpty()).isPresent();
  }

  /** One that is on its way is in no list yet; taken for absent it would be made twice. */
  static MachineState begunThrough(String version, String what) {
    return new Unclear(
        new Fault.Invalid(
            what,
            "spec.nutanix.apiVersion of the ProviderConfig",
            "it was begun through %1$s and is not to be seen through the other version; set %1$s again until it is there, or gone"
                .formatted(version)));
  }

  /** The description was edited. Taken for ours it might be harmed, taken for absent it is lost. */
  private static MachineState unmarked(MachineId id, V3Vm vm) {
    return new Unclear(
        new Fault.Invalid(
            "look at machine " + id,
            "the description of " + vm + " in Prism Central",
            "it lacks the line " + Marks.owner(id.uid()) + "; put it back, or remove the vm"));
  }

  private MachineState seen(MachineId id, V3Vm vm, Memo memo) {
    if (vm.underway()) {
      return new Underway("Prism Central works on it: " + vm.state(), memo);
    }
    if (vm.on()) {
      return new Running(vm.machine());
    }
    if (vm.failed() && (vm.neverMade() || fresh(vm))) {
      return new Unclear(failure((vm.neverMade() ? "make" : "start") + " machine " + id, vm));
    }
    // Whatever of a whole machine failed is tried again by starting it.
    return new Stopped(vm.machine(), "its power is " + vm.power().toLowerCase(Locale.ROOT));
  }

  private boolean fresh(V3Vm vm) {
    return vm.changed().plus(PAUSE_AFTER_FAILURE).isAfter(clock.instant());
  }

  /** Prism's words about a failure, without the secrets it was sent. */
  private Fault failure(String what, V3Vm vm) {
    return PrismFaults.told(
        what + ", " + vm, vm.reason(), api.client().redact(vm.message(), vm.secrets()));
  }

  /** Keeps a UUID for the machine, another one when the last was spent. */
  private MachineState choose(MachineId id, MachineOrder order, String spent) throws Trouble {
    var site = survey.site(order);
    var uuid = api.reserveAnew(Marks.owner(id.uid()), spent);
    return new Underway("reserved vm " + uuid, new Note(uuid, site, false).memo());
  }

  private MachineState create(MachineId id, MachineOrder order, Note note) throws Trouble {
    var categories = api.categories(order.labels());
    try {
      api.create(
          "make machine %s as vm %s".formatted(id, note.uuid()),
          V3Intent.of(id, order, note, settings, categories),
          V3Intent.secrets(order));
    } catch (Trouble trouble) {
      if (!trouble.because("ENTITY_ALREADY_EXISTS")) {
        throw trouble;
      }
      // An earlier call was done whose answer got lost, or the machine came and went since.
      if (api.vm(note.uuid()).isEmpty()) {
        return new Underway("vm " + note.uuid() + " is gone again", Note.spent(note.uuid()).memo());
      }
    }
    return new Underway("making vm " + note.uuid(), note.memo());
  }

  private MachineState proceed(MachineId id, MachineOrder order, Ours ours, Memo memo)
      throws Trouble {
    var vm = ours.vm();
    if (vm.neverMade()) {
      return again(id, ours, memo);
    }
    var seen = seen(id, vm, memo);
    if (!(seen instanceof Stopped)) {
      return seen;
    }
    var hidden = new ArrayList<>(V3Intent.secrets(order));
    hidden.addAll(vm.secrets());
    api.switchOn(vm, "start machine " + id + ", " + vm, hidden);
    return new Underway("starting", memo);
  }

  /** Tells why an attempt failed, then clears it away and takes another UUID. */
  private MachineState again(MachineId id, Ours ours, Memo memo) throws Trouble {
    var vm = ours.vm();
    if (fresh(vm)) {
      return new Unclear(failure("make machine " + id, vm));
    }
    var noted = ours.note().filter(Note::spent).isPresent();
    if (noted) {
      api.delete("clear the failed attempt at machine " + id + ", " + vm, vm);
      return new Underway("clearing the failed attempt", memo);
    }
    return new Underway("the attempt failed", Note.spent(vm.uuid()).memo());
  }

  /** A removal whose task failed is told for a minute, then begun again. */
  private MachineState demolish(MachineId id, V3Vm vm, Note note) throws Trouble {
    if (vm.underway()) {
      return new Underway("Prism Central works on it: " + vm.state(), note.memo());
    }
    var what = "remove machine " + id + ", " + vm;
    var last = note.leaving().isEmpty() ? V3Task.UNKNOWN : api.task(note.leaving());
    if (last.running()) {
      return new Underway("waiting for a task", note.memo());
    }
    if (last.failed() && last.ended().plus(PAUSE_AFTER_FAILURE).isAfter(clock.instant())) {
      var words = api.client().redact(last.detail(), vm.secrets());
      return new Unclear(PrismFaults.told(what, "", words));
    }
    return new Underway("removing", note.by(api.delete(what, vm)).memo());
  }

  private MachineState sweep(MachineId id) throws Trouble {
    var owner = Marks.owner(id.uid());
    if (api.reserved(owner).isPresent()) {
      api.release(owner);
    }
    return new Absent();
  }

  /** One step, with its trouble turned into an answer. */
  interface Step {
    MachineState take() throws Trouble;
  }

  static MachineState answer(Step step) {
    try {
      return step.take();
    } catch (Trouble trouble) {
      return new Unclear(trouble.fault());
    }
  }
}
