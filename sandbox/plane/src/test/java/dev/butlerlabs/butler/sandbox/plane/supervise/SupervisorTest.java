package dev.butlerlabs.butler.sandbox.plane.supervise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.plane.supervise.Snapshot.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SupervisorTest {

  private static final BackOff QUICK = new BackOff(Duration.ofMillis(5), Duration.ofMillis(40));
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  private final BlockingQueue<Snapshot> told = new LinkedBlockingQueue<>();
  private Home home;
  private Supervisor supervisor;

  @BeforeEach
  void open() throws Exception {
    home = Home.claim(folder.resolve("home"));
    supervisor =
        Supervisor.open(home, Supervisor.PROGRAMS, QUICK, InstantSource.system(), told::add);
  }

  @AfterEach
  void close() {
    supervisor.close();
    home.close();
  }

  @Test
  void readyComponentIsShownWithPidAddressAndTime() throws Exception {
    supervisor.start(shell("calm", "echo up; exec sleep 600"));

    var ready = supervisor.awaitReady("calm", PATIENCE);

    assertThat(ready)
        .extracting(Snapshot::state, Snapshot::restarts, Snapshot::address, Snapshot::cause)
        .containsExactly(State.READY, 0, "127.0.0.1:1", "");
    assertThat(ready.readyAfter()).isLessThan(PATIENCE);
    assertThat(handle(ready).info().commandLine().orElseThrow()).contains("sleep 600");
  }

  @Test
  void killedComponentIsStartedAgainWithoutGrowingPause() throws Exception {
    supervisor.start(shell("calm", "echo up; exec sleep 600"));
    for (var restarts = 1; restarts <= 3; restarts++) {
      handle(supervisor.awaitReady("calm", PATIENCE)).destroyForcibly();

      var back = await(seen -> seen.state() == State.BACKING_OFF && seen.cause().contains("again"));
      var number = restarts;
      await(seen -> seen.state() == State.READY && seen.restarts() == number);

      assertThat(back.lastExit()).isEqualTo(137);
      assertThat(back.cause())
          .contains("calm was ended by signal 9")
          .endsWith("It is started again in 5 ms");
    }
  }

  @Test
  void pauseGrowsOnlyWhileStartsFailBeforeReady() throws Exception {
    supervisor.start(never("broken", "echo the disk is on fire; exit 3"));

    for (var pause : List.of(5, 10, 20, 40, 40)) {
      var back = await(seen -> seen.state() == State.BACKING_OFF && seen.cause().contains("again"));

      assertThat(back.lastExit()).isEqualTo(3);
      assertThat(back.cause())
          .contains("broken ended with code 3, it ended before it was ready")
          .contains("its last words: the disk is on fire")
          .endsWith("in " + pause + " ms");
    }
  }

  @Test
  void waitingForAComponentThatKeepsFailingEndsWithItsCause() {
    supervisor.start(never("broken", "echo port taken; exit 1"));

    assertThatThrownBy(() -> supervisor.awaitReady("broken", PATIENCE))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("broken: is not ready")
        .hasMessageContaining("port taken");
  }

  @Test
  void componentThatIsNotReadyInTimeIsEndedAndTriedAgain() throws Exception {
    supervisor.start(
        component(
            "slow",
            "exec sleep 600",
            () -> Optional.of("no answer"),
            Duration.ofMillis(1),
            PATIENCE));

    var back = await(seen -> seen.state() == State.BACKING_OFF && seen.cause().contains("again"));

    assertThat(back.cause()).contains("it was not ready within 0 s: no answer");
  }

  @Test
  void missingProgramIsToldAndTriedAgain() throws Exception {
    var launch = new Launch(List.of(folder.resolve("nowhere").toString()), Map.of());
    supervisor.start(
        new Component(
            "ghost",
            "",
            () -> launch,
            () -> Optional.of("?"),
            home.folder("logs").resolve("ghost.log"),
            PATIENCE,
            PATIENCE));

    assertThatThrownBy(() -> supervisor.awaitReady("ghost", PATIENCE))
        .hasMessageContaining("nowhere");
  }

  @Test
  void stopGoesFromYoungestToOldestAndLeavesNothing() throws Exception {
    var order = folder.resolve("order");
    for (var name : List.of("store", "server")) {
      supervisor.start(
          shell(
              name,
              """
              sleep 600 & child=$!
              trap 'echo %s >> %s; kill $child; exit 0' TERM
              echo up; wait
              """
                  .formatted(name, order)));
      supervisor.awaitReady(name, PATIENCE);
    }
    var handles = supervisor.snapshots().stream().map(SupervisorTest::handle).toList();

    supervisor.close();

    assertThat(Files.readAllLines(order)).containsExactly("server", "store");
    assertThat(handles).noneMatch(ProcessHandle::isAlive);
    assertThat(Files.readString(home.file("run/processes"))).isEmpty();
  }

  @Test
  void componentThatIgnoresTheRequestIsKilledAfterItsGrace() throws Exception {
    supervisor.start(
        component("stubborn", "trap '' TERM; echo up; exec sleep 600", Duration.ofMillis(300)));
    var handle = handle(supervisor.awaitReady("stubborn", PATIENCE));

    supervisor.stop("stubborn");

    assertThat(handle.isAlive()).isFalse();
    assertThat(supervisor.snapshots()).isEmpty();
  }

  @Test
  void leftoversOfAKilledSupervisorAreEndedAndStrangersAreNot() throws Exception {
    var left = new ProcessBuilder("sleep", "600").start();
    var stranger = new ProcessBuilder("sleep", "600").start();
    try {
      var boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
      var text =
          "left %d %s %s%nstranger %d 1 %s%nbroken line%n"
              .formatted(left.pid(), startTick(left), boot, stranger.pid(), boot);
      var other = Home.claim(folder.resolve("other"));
      Files.writeString(other.folder("run").resolve("processes"), text);

      try (var next =
          Supervisor.open(other, Supervisor.PROGRAMS, QUICK, InstantSource.system(), told::add)) {
        assertThat(next.leftovers()).containsExactly("left");
        assertThat(left.isAlive()).isFalse();
        assertThat(stranger.isAlive()).isTrue();
      }
      other.close();
    } finally {
      left.destroyForcibly();
      stranger.destroyForcibly();
    }
  }

  @Test
  void childrenSeeOnlyHarmlessVariables() throws Exception {
    supervisor.start(shell("env", "env; echo up; exec sleep 600"));
    supervisor.awaitReady("env", PATIENCE);
    supervisor.stop("env");

    assertThat(Files.readAllLines(home.file("logs/env.log")))
        .contains("MARK=yes", "up")
        .allMatch(line -> line.matches("up|(PATH|HOME|TMPDIR|LANG|TZ|PWD|SHLVL|_|MARK)=.*"));
  }

  private Component shell(String name, String script) {
    return component(name, script, PATIENCE);
  }

  private Component component(String name, String script, Duration grace) {
    var log = home.folder("logs").resolve(name + ".log");
    ReadyCheck up =
        () -> Files.readAllLines(log).contains("up") ? Optional.empty() : Optional.of("silence");
    return component(name, script, up, PATIENCE, grace);
  }

  private Component never(String name, String script) {
    return component(name, script, () -> Optional.of("never"), PATIENCE, PATIENCE);
  }

  private Component component(
      String name, String script, ReadyCheck check, Duration readyWithin, Duration grace) {
    var launch = new Launch(List.of("/bin/sh", "-c", script), Map.of("MARK", "yes"));
    return new Component(
        name,
        "127.0.0.1:1",
        () -> launch,
        check,
        home.folder("logs").resolve(name + ".log"),
        readyWithin,
        grace);
  }

  private Snapshot await(Predicate<Snapshot> wanted) throws InterruptedException {
    var passed = new ArrayList<Snapshot>();
    while (true) {
      var next = told.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("never told; instead: " + passed);
      }
      if (wanted.test(next)) {
        return next;
      }
      passed.add(next);
    }
  }

  private static ProcessHandle handle(Snapshot snapshot) {
    return ProcessHandle.of(Optional.ofNullable(snapshot.pid()).orElseThrow()).orElseThrow();
  }

  private static String startTick(Process process) throws Exception {
    var stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19];
  }
}
