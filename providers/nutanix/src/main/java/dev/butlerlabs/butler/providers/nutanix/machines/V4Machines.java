package dev.butlerlabs.butler.providers.nutanix.machines;

import dev.butlerlabs.butler.api.infra.NutanixSettings;
import dev.butlerlabs.butler.providers.nutanix.machines.V4Situation.Failed;
import dev.butlerlabs.butler.providers.nutanix.machines.V4Situation.Making;
import dev.butlerlabs.butler.providers.nutanix.machines.V4Situation.Nothing;
import dev.butlerlabs.butler.providers.nutanix.machines.V4Situation.Ours;
import dev.butlerlabs.butler.providers.nutanix.machines.V4Situation.Unmarked;
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
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The four verbs through v4: look, then take the one step that is next. */
final class V4Machines implements MachineDriver {

  /** How long a failed task is told before it is tried again. */
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMinutes(1);

  /**
   * How long a machine may take to show that was ordered by a call whose answer nobody heard. Only
   * then is it certain that there is none.
   */
  private static final Duration QUARANTINE = Duration.ofMinutes(3);

  private final V4Api api;
  private final NutanixSettings settings;
  private final Survey survey;
  private final InstantSource clock;

  V4Machines(V4Api api, NutanixSettings settings, InstantSource clock) {
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
    return V3Machines.answer(
        () ->
            switch (V4Situation.look(api, id, memo)) {
              case Nothing _, Failed _ -> new Absent();
              case Making _ -> new Underway("making it", memo);
              case Unmarked(var vm) -> unmarked(id, vm);
              case Ours(var vm, _) -> seen(vm);
            });
  }

  @Override
  public MachineState ensure(MachineId id, MachineOrder order, Memo memo) {
    return V3Machines.answer(
        () ->
            switch (V4Situation.look(api, id, memo)) {
              case Nothing(_, var holder) when holder.isPresent() ->
                  new Unclear(new Fault.Conflict("make machine " + id, holder.get().toString()));
              case Nothing _ when Note.read(memo).isPresent() ->
                  V3Machines.begunThrough("v3", "make machine " + id);
              case Nothing(var attempt, _) -> begin(id, order, attempt);
              case Making _ -> new Underway("making it", memo);
              case Failed(var attempt, var task) -> again(id, order, attempt, task);
              case Unmarked(var vm) -> unmarked(id, vm);
              case Ours ours -> proceed(id, order, ours);
            });
  }

  @Override
  public MachineState remove(MachineId id, Memo memo) {
    return V3Machines.answer(
        () ->
            switch (V4Situation.look(api, id, memo)) {
              case Nothing(var attempt, _) -> vacated(attempt.or(() -> begunThroughV3(memo)));
              case Failed _ -> new Absent();
              case Making _ -> new Underway("waiting until it is made", memo);
              case Unmarked(var vm) -> unmarked(id, vm);
              case Ours ours -> demolish(id, ours);
            });
  }

  /** The description was edited. Taken for ours it might be harmed, taken for absent it is lost. */
  private static MachineState unmarked(MachineId id, V4Vm vm) {
    return new Unclear(
        new Fault.Invalid(
            "look at machine " + id,
            "the description of " + vm + " in Prism Central",
            "it lacks the line " + Marks.owner(id.uid()) + "; put it back, or remove the vm"));
  }

  private static MachineState seen(V4Vm vm) {
    return vm.on()
        ? new Running(vm.machine())
        : new Stopped(vm.machine(), "its power is " + vm.power().toLowerCase(Locale.ROOT));
  }

  private MachineState begin(MachineId id, MachineOrder order, Optional<Attempt> attempt)
      throws Trouble {
    if (attempt.isEmpty()) {
      return new Underway("chose its place", Attempt.first(survey.site(order)).memo());
    }
    var now = attempt.get();
    if (!now.vm().isEmpty()) {
      // It was made, and somebody took it away.
      return new Underway("it is gone; making another", now.next(survey.site(order)).memo());
    }
    var task =
        api.create(
            "make machine " + id,
            now.requestId(id.uid()),
            V4Order.of(
                id, order, now.site(), settings, containers(order), api.categories(order.labels())),
            V3Intent.secrets(order));
    return new Underway("making it", now.by(task).memo());
  }

  /** Ids of the containers that are named, by name. */
  private Map<String, String> containers(MachineOrder order) throws Trouble {
    var names = new TreeMap<String, String>();
    var usual = settings.storageContainerUUID();
    if (usual != null && !usual.isEmpty()) {
      names.put(usual, "");
    }
    for (var disk : order.hardware().extraDisks()) {
      if (disk.storageClass() != null && !disk.storageClass().isEmpty()) {
        names.put(disk.storageClass(), "");
      }
    }
    for (var name : List.copyOf(names.keySet())) {
      names.put(
          name,
          api.container(name)
              .orElseThrow(
                  () ->
                      new Trouble(
                          new Fault.NotFound(
                              "look for the storage container",
                              "storage container " + name,
                              "Prism Central has none of this UUID or name")))
              .uuid());
    }
    return names;
  }

  private MachineState again(MachineId id, MachineOrder order, Attempt attempt, V4Api.Task task)
      throws Trouble {
    if (task.failed() && fresh(task.ended())) {
      return new Unclear(failure("make machine " + id, task, V3Intent.secrets(order)));
    }
    return new Underway("trying again", attempt.next(survey.site(order)).memo());
  }

  private boolean fresh(Instant ended) {
    return ended.plus(PAUSE_AFTER_FAILURE).isAfter(clock.instant());
  }

  private Fault failure(String what, V4Api.Task task, List<SecretText> hidden) {
    return PrismFaults.told(what, task.code(), api.client().redact(task.message(), hidden));
  }

  private MachineState proceed(MachineId id, MachineOrder order, Ours ours) throws Trouble {
    var vm = ours.vm();
    if (vm.on()) {
      return new Running(vm.machine());
    }
    var attempt = ours.attempt().orElseGet(() -> Attempt.first(new Site("", "", "")));
    if (attempt.vm().equals(vm.id()) && !attempt.task().isEmpty()) {
      var task = api.task(attempt.task());
      if (task.running()) {
        return new Underway("starting", attempt.memo());
      }
      if (task.failed() && fresh(task.ended())) {
        var what = "start machine " + id + ", " + vm;
        return new Unclear(failure(what, task, V3Intent.secrets(order)));
      }
    }
    var task = api.powerOn("start machine " + id + ", " + vm, vm);
    return new Underway("starting", attempt.being(vm.id(), task).memo());
  }

  private MachineState demolish(MachineId id, Ours ours) throws Trouble {
    var vm = ours.vm();
    var attempt = ours.attempt().orElseGet(() -> Attempt.first(new Site("", "", "")));
    var what = "remove machine " + id + ", " + vm;
    if (attempt.vm().equals(vm.id()) && !attempt.task().isEmpty()) {
      var last = api.task(attempt.task());
      if (last.running()) {
        return new Underway("waiting for a task", attempt.memo());
      }
      // A task from before it was to go is no failed removal.
      if (attempt.leaving() != 0 && last.failed() && fresh(last.ended())) {
        return new Unclear(failure(what, last, List.of()));
      }
    }
    var task = api.delete(what, vm);
    return new Underway("removing", attempt.being(vm.id(), task).leavingAt(clock.instant()).memo());
  }

  private static Optional<Attempt> begunThroughV3(Memo memo) {
    return Note.read(memo).map(note -> Attempt.first(note.site()));
  }

  /** An order whose answer was lost may still become a machine; that is waited for. */
  private MachineState vacated(Optional<Attempt> attempt) {
    if (attempt.isEmpty() || !attempt.get().vm().isEmpty()) {
      return new Absent();
    }
    if (attempt.get().leaving() == 0) {
      return new Underway(
          "looking whether it comes", attempt.get().leavingAt(clock.instant()).memo());
    }
    var since = Instant.ofEpochSecond(attempt.get().leaving());
    return since.plus(QUARANTINE).isAfter(clock.instant())
        ? new Underway("looking whether it comes", attempt.get().memo())
        : new Absent();
  }
}
