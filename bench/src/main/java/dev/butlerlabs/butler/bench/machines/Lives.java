package dev.butlerlabs.butler.bench.machines;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus.Phase;
import dev.butlerlabs.butler.bench.machines.Weather.Force;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.Faults;
import dev.butlerlabs.butler.testkit.faults.Killed;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Lives on one platform: ordered, running, cancelled, gone, a street full of them at a time. */
final class Lives implements AutoCloseable {

  private static final int STREET = 48;
  private static final int MOST_TURNS = 600;

  /** In seconds; never less than the controllers' own, so that what is under way is looked at. */
  private static final int SHORTEST_PAUSE = 12;

  private static final int LONGEST_PAUSE = 40;
  private static final String THEIRS = "theirs";
  private static final KubernetesSerialization FORMAT = WireFormat.serialization();
  private static final List<Fault> API_FAULTS =
      List.of(Fault.AFTER_COMMIT, Fault.CONFLICT, Fault.TIME_OUT, Fault.BEFORE);

  private final Config config;
  private final Stage stage;
  private final Supplier<Provider> drivers;
  private final Street street;
  private final Canaries canaries;
  private final Random random;
  private final Weather weather;
  private final Set<Stage.OnPlatform> foreign;
  private final Set<String> things;
  private final Map<String, String> heard = new HashMap<>();
  private final List<String> wrongs = new ArrayList<>();
  private Manager manager;
  private Force force = Force.CALM;
  private long changes;
  private long looks;
  private long kills;
  private int round;

  /**
   * Nobody lives yet.
   *
   * @param drivers gives each process the driver of the stage
   */
  Lives(
      KubernetesClient admin, String platform, Stage stage, Supplier<Provider> drivers, long seed) {
    this.stage = stage;
    this.drivers = drivers;
    this.canaries = Canaries.of(stage.account().credentials());
    this.random = new Random(seed);
    stage.foreign(THEIRS);
    foreign = Set.copyOf(stage.machines());
    things = Set.copyOf(stage.things());
    street = Street.open(admin, platform, stage);
    config = Login.issue(admin, platform);
    weather =
        new Weather(
            new Random(random.nextLong()), () -> stage.time().advance(Manager.CALL_DEADLINE));
    stage.make(weather);
    manager = another();
  }

  Canaries canaries() {
    return canaries;
  }

  /**
   * Leads that many lives in such weather, and tells what it took.
   *
   * @param ended told how many more have ended
   */
  Toll lead(int lives, Force how, IntConsumer ended) throws InterruptedException {
    force = how;
    weather.turn(how);
    wrongs.clear();
    changes = 0;
    looks = 0;
    kills = 0;
    var left = lives;
    while (left > 0 && wrongs.isEmpty()) {
      var now = Math.min(STREET, left);
      streetful(now);
      left -= now;
      ended.accept(now);
    }
    return new Toll(lives - left, changes, looks, kills, wrongs);
  }

  private void streetful(int count) throws InterruptedException {
    round++;
    for (var i = 0; i < count; i++) {
      street.order("m-%d-%d".formatted(round, i), stage.image());
    }
    if (!force.equals(Force.CALM)) {
      // It may cost refused calls and is no life, so it stays out of what a life costs at least.
      street.order(THEIRS, stage.image());
    }
    until("run", Lives::allRun);
    checkMachines(count);
    street.cancelAll();
    until("go", glance -> glance.requests().isEmpty());
    street.eventsTold().forEach(text -> hear("an event", text));
    heard.clear();
    stage.time().advance(Duration.ofMinutes(5));
    checkMachines(0);
    var left = new HashSet<>(stage.things());
    left.removeAll(things);
    left.forEach(thing -> wrongs.add("orphan: " + thing));
    count(stage.calls());
    // Begins a new list of calls.
    stage.make(weather);
  }

  /**
   * What a platform refuses among many calls in a row changes nothing, and is asked again until it
   * is taken; it says nothing of how thrifty a driver is.
   */
  private void count(List<String> calls) {
    var refused = weather.refusedInSqualls();
    for (var number = 1; number <= calls.size(); number++) {
      if (stage.reads(calls.get(number - 1))) {
        looks++;
      } else if (!refused.contains(number)) {
        changes++;
      }
    }
  }

  private static boolean allRun(Glance glance) {
    return glance.requests().stream()
        .filter(request -> !request.getMetadata().getName().equals(THEIRS))
        .allMatch(request -> phase(request) == Phase.RUNNING);
  }

  private static Phase phase(MachineRequest request) {
    var status = request.getStatus();
    return status == null || status.phase() == null ? Phase.PENDING : status.phase();
  }

  /** As many of ours as there should be, each once, and other people's as they were. */
  private void checkMachines(int expected) {
    var all = stage.machines();
    var ours = all.stream().filter(machine -> !foreign.contains(machine)).toList();
    if (all.size() - ours.size() != foreign.size()) {
      wrongs.add("a foreign machine was touched: there are %s of %s".formatted(all, foreign));
    }
    if (ours.stream().map(Stage.OnPlatform::name).distinct().count() != ours.size()) {
      wrongs.add("a machine was made twice: " + ours);
    }
    ours.stream()
        .filter(machine -> machine.disksGiB().size() != Street.disks(machine.name()))
        .forEach(machine -> wrongs.add("it has other disks than were ordered: " + machine));
    if (ours.size() != expected) {
      wrongs.add("%d machines where %d were ordered: %s".formatted(ours.size(), expected, ours));
    }
  }

  /** What was written into orders since the last glance. */
  private void hear(Glance glance) {
    for (var request : glance.requests()) {
      var meta = request.getMetadata();
      if (!meta.getResourceVersion().equals(heard.put(meta.getUid(), meta.getResourceVersion()))) {
        hear("a status", FORMAT.asJson(Objects.requireNonNullElse(request.getStatus(), "")));
        hear("an annotation", String.valueOf(meta.getAnnotations()));
      }
    }
  }

  private void hear(String where, String text) {
    if (canaries.in(text)) {
      wrongs.add("a secret was told in %s: %s".formatted(where, text));
    }
  }

  private void until(String what, Predicate<Glance> done) throws InterruptedException {
    for (var turn = 0; turn < MOST_TURNS; turn++) {
      var glance = street.glance();
      hear(glance);
      if (done.test(glance)) {
        return;
      }
      turn(glance);
      stage.time().advance(pause());
    }
    var last = street.glance();
    wrongs.add(
        "%s: not all %s after %d turns: %s"
            .formatted(
                street.namespace(),
                what,
                MOST_TURNS,
                last.requests().stream()
                    .map(one -> one.getMetadata().getName() + " " + one.getStatus())
                    .toList()));
  }

  /** In calm weather always the same: what goes by itself between two looks needs no call. */
  private Duration pause() {
    return Duration.ofSeconds(
        force.equals(Force.CALM)
            ? SHORTEST_PAUSE
            : random.nextInt(SHORTEST_PAUSE, LONGEST_PAUSE + 1));
  }

  private void turn(Glance glance) throws InterruptedException {
    try {
      manager.turn(glance);
    } catch (Killed dead) {
      kills++;
      manager.close();
      manager = another();
    }
    manager.problems().forEach(problem -> hear("an exception", problem));
  }

  /** The next process; in rough weather its own death is drawn already. */
  private Manager another() {
    var faults = Faults.none();
    if (force.deadly() > 0) {
      faults =
          faults
              .at(
                  20 + random.nextInt(400),
                  random.nextBoolean() ? Fault.KILL_BEFORE : Fault.KILL_AFTER)
              .at(1 + random.nextInt(200), API_FAULTS.get(random.nextInt(API_FAULTS.size())))
              .at(1 + random.nextInt(200), API_FAULTS.get(random.nextInt(API_FAULTS.size())));
    }
    var next =
        new Manager(
            new RecordingClient(config, FORMAT, faults),
            stage,
            drivers.get(),
            street.namespace(),
            random.nextLong());
    weather.watchOver(next::kill);
    return next;
  }

  @Override
  public void close() {
    manager.close();
    stage.close();
  }
}
