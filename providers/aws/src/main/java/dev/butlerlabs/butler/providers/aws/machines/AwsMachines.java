package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.api.infra.AwsSettings;
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
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** The four verbs on EC2: look, then take the one step that is next. */
final class AwsMachines implements MachineDriver {

  /** EC2 may show a new instance late; after this time what is not shown was not made. */
  private static final Duration SHOWN_WITHIN = Duration.ofMinutes(2);

  /** Whatever an instance has by then it may have got from somebody else. */
  private static final Duration MADE_WITHIN = Duration.ofHours(1);

  /** How long a refusal or a failed start is told before it is tried elsewhere or again. */
  private static final Duration PAUSE = Duration.ofMinutes(1);

  /** Another subnet may have what this one has not. */
  private static final Set<String> ELSEWHERE =
      Set.of("InsufficientInstanceCapacity", "InsufficientFreeAddressesInSubnet", "Unsupported");

  private static final Set<String> ENDED_BY_A_PERSON =
      Set.of("Client.UserInitiatedShutdown", "Client.InstanceInitiatedShutdown", "");

  private final Ec2Api ec2;
  private final AwsSettings settings;
  private final Choice choice;
  private final InstantSource clock;

  AwsMachines(Ec2Api ec2, AwsSettings settings, InstantSource clock) {
    this.ec2 = ec2;
    this.settings = settings;
    this.choice = new Choice(ec2, settings);
    this.clock = clock;
  }

  @Override
  public List<Fault> validate(MachineOrder order) {
    return choice.problems(order);
  }

  @Override
  public MachineState observe(MachineId id, Memo memo) {
    return answer(
        () ->
            Found.of(ec2, id).present().map(instance -> seen(instance, memo)).orElse(new Absent()));
  }

  @Override
  public MachineState ensure(MachineId id, MachineOrder order, Memo memo) {
    return answer(
        () -> {
          var found = Found.of(ec2, id);
          var there = found.present();
          if (there.isPresent()) {
            return proceed(id, order, there.get(), memo);
          }
          var note = Note.read(memo);
          if (note.isEmpty()) {
            return choose(id, order, found.nextAttempt(), List.of());
          }
          var ended = found.ended(note.get().attempt());
          return ended.isPresent()
              ? after(id, order, note.get(), ended.get(), found.nextAttempt())
              : launch(id, order, note.get(), memo);
        });
  }

  @Override
  public MachineState remove(MachineId id, Memo memo) {
    return answer(
        () -> {
          var found = Found.of(ec2, id);
          if (!found.toEnd().isEmpty()) {
            ec2.terminate("remove machine " + id, found.toEnd());
            return new Underway("terminating", memo);
          }
          if (found.present().isPresent()) {
            return new Underway("terminating", memo);
          }
          return sweep(id, found, memo);
        });
  }

  private static MachineState seen(InstanceView instance, Memo memo) {
    return switch (instance.state()) {
      case PENDING -> new Underway("starting " + instance.id(), memo);
      case RUNNING -> new Running(instance.machine());
      case STOPPING -> new Underway("stopping " + instance.id(), memo);
      case STOPPED -> new Stopped(instance.machine(), stopped(instance));
      case SHUTTING_DOWN -> new Underway("terminating " + instance.id(), memo);
      case TERMINATED -> new Absent();
    };
  }

  private static String stopped(InstanceView instance) {
    return instance.ending().isEmpty() ? "stopped" : "stopped: " + instance.ending();
  }

  private MachineState proceed(MachineId id, MachineOrder order, InstanceView instance, Memo memo)
      throws Trouble {
    if (instance.state() == InstanceView.State.STOPPED) {
      ec2.start("start machine " + id, instance.id());
      return new Underway("starting " + instance.id(), memo);
    }
    var unnoted = Note.read(memo).filter(note -> unnoted(note, order, instance));
    return unnoted.isPresent()
        ? new Underway("starting " + instance.id(), unnoted.get().with(instance.disks()).memo())
        : seen(instance, memo);
  }

  /** Its disks are noted as soon as all of them are shown: only then are they surely its own. */
  private boolean unnoted(Note note, MachineOrder order, InstanceView instance) {
    var whole =
        instance.state() == InstanceView.State.RUNNING
            || instance.disks().size() > order.hardware().extraDisks().size();
    return whole
        && !instance.disks().isEmpty()
        && Collections.disjoint(note.disks(), instance.disks())
        && clock.instant().isBefore(note.since().plus(MADE_WITHIN));
  }

  /**
   * Chooses, and changes nothing: what was chosen must be written down first.
   *
   * @param disks those of instances that were made for it before
   */
  private MachineState choose(MachineId id, MachineOrder order, int attempt, List<String> disks)
      throws Trouble {
    var cannot = Demands.problems(order);
    if (!cannot.isEmpty()) {
      return new Unclear(cannot.getFirst());
    }
    var query = Ec2Api.alive(new Query().filter("tag:Name", id.name()));
    if (settings.vpcID() != null && !settings.vpcID().isEmpty()) {
      query.filter("vpc-id", settings.vpcID());
    }
    var holder = ec2.instances("look who has the name " + id, query).stream().findFirst();
    if (holder.isPresent()) {
      return new Unclear(new Fault.Conflict("make machine " + id, "instance " + holder.get().id()));
    }
    var image = choice.image(order, choice.type(order));
    var subnet = choice.subnet(id, order);
    var note =
        new Note(
            attempt,
            subnet.id(),
            image.id(),
            image.rootDevice(),
            0,
            clock.instant(),
            Instant.EPOCH,
            disks);
    return new Underway(
        "chose %s in %s and image %s".formatted(subnet.id(), subnet.zone(), image.id()),
        note.memo());
  }

  private MachineState launch(MachineId id, MachineOrder order, Note note, Memo memo)
      throws Trouble {
    var query = LaunchOrder.of(id, order, note, choice.type(order).name(), settings);
    InstanceView instance;
    try {
      instance = ec2.run("make machine " + id, query);
    } catch (Trouble trouble) {
      return ELSEWHERE.contains(trouble.code())
          ? elsewhere(order, note, trouble)
          : new Unclear(trouble.fault());
    }
    return instance.ended()
        ? after(id, order, note, instance, note.attempt() + 1)
        : new Underway("starting " + instance.id(), memo);
  }

  /** Round the subnets once without delay, then at our leisure, telling what is wrong. */
  private MachineState elsewhere(MachineOrder order, Note note, Trouble trouble) throws Trouble {
    var subnets = choice.subnets(order);
    var goneRound = note.refusals() + 1 >= subnets.size();
    var rest = clock.instant().isBefore(note.since().plus(PAUSE));
    if (subnets.size() == 1 || (goneRound && rest)) {
      return new Unclear(trouble.fault());
    }
    var next = Spread.after(note.subnet(), subnets);
    return new Underway(
        "no room in %s, trying %s in %s".formatted(note.subnet(), next.id(), next.zone()),
        note.elsewhere(next.id(), clock.instant()).memo());
  }

  /** One that ended by itself is told for a while; then another is made, with another token. */
  private MachineState after(
      MachineId id, MachineOrder order, Note note, InstanceView ended, int attempt) throws Trouble {
    var fresh = clock.instant().isBefore(ended.launched().plus(PAUSE));
    if (fresh && !ENDED_BY_A_PERSON.contains(ended.ending())) {
      return new Unclear(
          AwsFaults.ended("start machine " + id, "instance " + ended.id(), ended.ending()));
    }
    return choose(id, order, attempt, note.disks());
  }

  private MachineState sweep(MachineId id, Found found, Memo memo) throws Trouble {
    var written = Note.read(memo);
    var disks = Disks.of(ec2, id, found, written.map(Note::disks).orElse(List.of()));
    if (!disks.gone()) {
      disks.delete(ec2);
      return new Underway("removing disks", memo);
    }
    var note = written.filter(one -> found.ended(one.attempt()).isEmpty());
    var absent = new Absent(disks.left());
    return note.isEmpty() ? absent : missing(note.get(), memo, absent);
  }

  /** It may have been ordered just now and not be shown yet. */
  private MachineState missing(Note note, Memo memo, Absent absent) {
    if (note.missed().equals(Instant.EPOCH)) {
      return new Underway(
          "waiting whether EC2 shows an instance after all",
          note.missedSince(clock.instant()).memo());
    }
    return clock.instant().isBefore(note.missed().plus(SHOWN_WITHIN))
        ? new Underway("waiting whether EC2 shows an instance after all", memo)
        : absent;
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
