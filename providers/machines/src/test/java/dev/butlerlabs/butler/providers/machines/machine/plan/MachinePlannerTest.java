package dev.butlerlabs.butler.providers.machines.machine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.MachineRequestStatus;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus.Phase;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.providers.machines.machine.plan.Plan.Note;
import dev.butlerlabs.butler.providers.machines.machine.plan.Plan.Occasion;
import dev.butlerlabs.butler.providers.machines.order.plan.Failure;
import dev.butlerlabs.butler.providers.machines.order.plan.Obstacle;
import dev.butlerlabs.butler.providers.machines.order.plan.Wish;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.ProviderId;
import dev.butlerlabs.butler.providers.spi.machine.Machine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MachinePlannerTest {

  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final MachineRequestStatus RAN =
      status(Phase.RUNNING, "proxmox://pve1/qemu/100", "10.0.0.5", null);

  @Test
  void lostMachineIsReportedAndNotReplaced() {
    var plan = MachinePlanner.plan(seen(RAN, new Look.Absent(), 0));

    assertThat(plan.phase()).isEqualTo(Phase.FAILED);
    assertThat(plan.failure()).extracting(Failure::reason).isEqualTo("VMDeleted");
    assertThat(plan.facts().providerId()).isEqualTo("proxmox://pve1/qemu/100");
    assertThat(plan.notes()).extracting(Note::occasion).containsExactly(Occasion.VM_DELETED);
  }

  /** A status somebody spoiled, or an older program wrote, must not build a second machine. */
  @ParameterizedTest
  @EnumSource(Phase.class)
  void whatIsDoneDoesNotHangOnTheStoredPhase(Phase phase) {
    var told = status(phase, "proxmox://pve1/qemu/100", "10.0.0.5", null);

    var plan = MachinePlanner.plan(seen(told, running("10.0.0.5"), 0));

    assertThat(plan.phase()).isEqualTo(Phase.RUNNING);
    assertThat(plan.finished()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Phase.class)
  void couldNotLookIsNeverGone(Phase phase) {
    var told = status(phase, "proxmox://pve1/qemu/100", "10.0.0.5", null);
    var unclear = new Look.Unclear(silence());

    assertThat(MachinePlanner.plan(seen(told, unclear, 0)).finished()).isFalse();
    assertThat(MachinePlanner.plan(leaving(told, unclear, Wish.GO)).finished()).isFalse();
    assertThat(MachinePlanner.plan(leaving(told, unclear, Wish.GO_OR_BE_ABANDONED)).notes())
        .extracting(Note::occasion)
        .doesNotContain(Occasion.DELETED);
  }

  @Test
  void oneBrokenCallAbandonsNoMachineAndThreeInARowDo() {
    var throttled = Obstacle.of(new Fault.Throttled("list", "429", Duration.ZERO), text -> text);
    var refused = Obstacle.of(new Fault.Unauthorized("list", "401"), text -> text);

    for (var strikes : List.of(0, 1)) {
      assertThat(abandoning(throttled, strikes).finished()).isFalse();
      assertThat(abandoning(throttled, strikes).phase()).isEqualTo(Phase.DELETING);
    }
    assertThat(abandoning(throttled, 2).finished()).isTrue();
    // Waiting does not help here.
    assertThat(abandoning(refused, 0).notes())
        .extracting(Note::occasion)
        .contains(Occasion.ABANDONED);
    // It is tried again in between, so there are never three in a row.
    var failed = Obstacle.of(new Fault.Failed("remove", "task failed"), text -> text);
    assertThat(abandoning(failed, 0).finished()).isTrue();
  }

  @Test
  void aRemovalThatEndsNothingIsToldAfterAWhileAndLeftBehindByWhoSaysSo() {
    var begun = MachinePlanner.plan(leaving(RAN, new Look.Waiting(), Wish.GO));
    var building = status(Phase.CREATING, null, null, condition("Progressing", Truth.TRUE));
    var deleting = status(Phase.DELETING, "id", null, condition("Progressing", Truth.TRUE));

    // The building that came before does not count.
    assertThat(progressing(begun)).isEqualTo(Truth.FALSE);
    assertThat(MachinePlanner.plan(removing(building, Wish.GO_OR_BE_ABANDONED, 60)).finished())
        .isFalse();
    var inTime = MachinePlanner.plan(removing(deleting, Wish.GO_OR_BE_ABANDONED, 19));
    assertThat(inTime.finished()).isFalse();
    assertThat(progressing(inTime)).isEqualTo(Truth.TRUE);

    var late = MachinePlanner.plan(removing(deleting, Wish.GO, 20));
    assertThat(late.finished()).isFalse();
    assertThat(late.notes())
        .singleElement()
        .matches(note -> note.occasion() == Occasion.DELETE_BLOCKED)
        .extracting(Note::text)
        .asString()
        .contains("not gone after 20 minutes", "removing disks", "abandon-machine=true");
    var abandoned = MachinePlanner.plan(removing(deleting, Wish.GO_OR_BE_ABANDONED, 20));
    assertThat(abandoned.finished()).isTrue();
    assertThat(abandoned.notes()).extracting(Note::occasion).contains(Occasion.ABANDONED);
  }

  @Test
  void whatWasLeftOnThePlatformIsToldWhenTheMachineIsGone() {
    var gone = new Look.Absent("left there: disk-7");

    assertThat(MachinePlanner.plan(leaving(RAN, gone, Wish.GO)).notes())
        .singleElement()
        .extracting(Note::text)
        .asString()
        .contains("all of it is gone", "disk-7");
  }

  private static Truth progressing(Plan plan) {
    return plan.verdicts().get(1).status();
  }

  private static Observation removing(MachineRequestStatus told, Wish wish, int minutes) {
    return new Observation(
        "m",
        told,
        false,
        wish,
        new Look.Underway("removing disks"),
        0,
        START.plus(Duration.ofMinutes(minutes)));
  }

  private static Plan abandoning(Obstacle obstacle, int strikes) {
    return MachinePlanner.plan(
        new Observation(
            "m", RAN, false, Wish.GO_OR_BE_ABANDONED, new Look.Unclear(obstacle), strikes, START));
  }

  @Test
  void throttlingKeepsThePhaseAndWaitsAsLongAsTold() {
    var fault = new Fault.Throttled("list", "429", Duration.ofSeconds(90));
    var unclear = new Look.Unclear(Obstacle.of(fault, text -> text));

    var plan = MachinePlanner.plan(seen(RAN, unclear, 0));

    assertThat(plan.phase()).isEqualTo(Phase.RUNNING);
    assertThat(plan.next()).isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void pausesGrowAndEnd() {
    var pauses =
        Stream.of(0, 1, 2, 3, 60)
            .map(strikes -> seen(null, new Look.Unclear(silence()), strikes))
            .map(MachinePlanner::plan)
            .map(Plan::next);

    assertThat(pauses)
        .containsExactly(
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Duration.ofSeconds(40),
            Duration.ofSeconds(60),
            Duration.ofSeconds(60));
  }

  @Test
  void deadlineIsCountedFromWhenTheBuildingBegan() {
    var late = status(Phase.CREATING, null, null, condition("Progressing", Truth.TRUE));
    var given = status(Phase.FAILED, null, null, condition("Progressing", Truth.FALSE));

    var overdue = MachinePlanner.plan(at(late, new Look.Underway("cloning"), 20));
    var justNot = MachinePlanner.plan(at(late, new Look.Underway("cloning"), 19));
    var healed = MachinePlanner.plan(at(given, new Look.Underway("cloning"), 600));

    assertThat(overdue.phase()).isEqualTo(Phase.FAILED);
    assertThat(overdue.next()).isEqualTo(Duration.ofSeconds(10));
    assertThat(justNot.phase()).isEqualTo(Phase.CREATING);
    assertThat(healed.phase()).isEqualTo(Phase.CREATING);
  }

  @Test
  void silenceOfAPlatformDoesNotHealAFailure() {
    var refused =
        new Look.Unclear(
            Obstacle.of(new Fault.Invalid("build", "spec.cpu", "too many"), text -> text));
    var failed = MachinePlanner.plan(seen(null, refused, 0));
    var failure = Objects.requireNonNull(failed.failure());
    var told =
        new MachineRequestStatus(
            failed.phase(),
            null,
            null,
            List.of(),
            null,
            failure.reason(),
            failure.message(),
            START,
            1L,
            List.of(condition("Progressing", Truth.FALSE)));

    var plan = MachinePlanner.plan(seen(told, new Look.Unclear(silence()), 0));

    assertThat(plan.phase()).isEqualTo(Phase.FAILED);
    assertThat(plan.failure()).isEqualTo(failure);
  }

  @Test
  void addressThatAGuestFallsSilentAboutStaysKnown() {
    var plan = MachinePlanner.plan(seen(RAN, running(), 0));

    assertThat(plan.phase()).isEqualTo(Phase.RUNNING);
    assertThat(plan.facts().address()).isEqualTo("10.0.0.5");
  }

  private static Look running(String... addresses) {
    return new Look.Running(
        new Machine(new ProviderId.Proxmox("pve1", 100), List.of(addresses), null, null, "pve1"),
        null);
  }

  private static Obstacle silence() {
    return Obstacle.of(new Fault.Unavailable("list", "no answer"), text -> text);
  }

  private static Condition condition(String type, Truth status) {
    return new Condition(type, status, "Some", "", START, 1L);
  }

  private static MachineRequestStatus status(
      Phase phase, @Nullable String id, @Nullable String ip, @Nullable Condition condition) {
    return new MachineRequestStatus(
        phase,
        id,
        ip,
        ip == null ? List.of() : List.of(ip),
        null,
        null,
        null,
        START,
        1L,
        condition == null ? List.of() : List.of(condition));
  }

  private static Observation seen(@Nullable MachineRequestStatus told, Look look, int strikes) {
    return new Observation("m", told, false, Wish.EXIST, look, strikes, START);
  }

  private static Observation at(MachineRequestStatus told, Look look, int minutes) {
    return new Observation(
        "m", told, false, Wish.EXIST, look, 0, START.plus(Duration.ofMinutes(minutes)));
  }

  private static Observation leaving(MachineRequestStatus told, Look look, Wish wish) {
    return new Observation("m", told, false, wish, look, 0, START);
  }
}
