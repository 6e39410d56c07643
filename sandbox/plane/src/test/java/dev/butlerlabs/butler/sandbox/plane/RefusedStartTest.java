package dev.butlerlabs.butler.sandbox.plane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.sandbox.plane.home.FullDisk;
import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.home.ProcessLedger;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.plane.supervise.Supervisor;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefusedStartTest {

  @TempDir Path folder;

  @Test
  void programThatCannotRunIsNamedWithItsLogAndNothingStays() throws Exception {
    try (var home = Home.claim(folder.resolve("home"));
        var supervisor = Supervisor.open(home, InstantSource.system(), snapshot -> {})) {

      assertThatThrownBy(() -> start(home, supervisor, "false"))
          .isInstanceOf(Refusal.class)
          .hasMessageStartingWith("etcd: is not ready: etcd ended with code 1")
          .hasMessageContaining("logs/etcd.log");

      assertThat(supervisor.snapshots()).isEmpty();
      assertThat(new ProcessLedger(home.file("run/processes")).running()).isEmpty();
    }
  }

  @Test
  void fullDiskIsToldInOneSentenceAndNothingStays() throws Exception {
    var answer = FullDisk.run(folder, OnFullDisk.class);

    assertThat(answer)
        .contains("could not be written because the disk is full")
        .contains("free some space and start again")
        .contains("left running: {}");
  }

  /** Runs on a disk too small for a control plane's certificates. */
  public static final class OnFullDisk {

    private OnFullDisk() {}

    public static void main(String[] arguments) throws Exception {
      var home = Home.claim(Path.of(arguments[0], "home"));
      var supervisor = Supervisor.open(home, InstantSource.system(), snapshot -> {});
      try {
        start(home, supervisor, "true");
      } catch (Refusal refusal) {
        System.out.println(refusal.getMessage());
      }
      var ledger = new ProcessLedger(home.file("run/processes"));
      System.out.println("left running: " + ledger.running());
      System.exit(0);
    }
  }

  private static void start(Home home, Supervisor supervisor, String program)
      throws InterruptedException {
    var stand = Path.of("/bin", program);
    var binaries = new Binaries(stand, stand, stand, stand);
    var settings = new PlaneSettings(home, Mode.TEST, binaries, Duration.ofSeconds(30));
    ControlPlane.start(settings, supervisor, Instant.now(), line -> {}).close();
  }
}
