package dev.butlerlabs.butler.apps.workbench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trial as a process of its own, ended from outside while a machine is being made. */
class KilledTrialTest {

  private static final Duration LONG = Duration.ofMinutes(5);

  @TempDir Path folder;

  @Test
  void aTrialThatIsAskedToEndRemovesItsMachineFirst() throws Exception {
    try (var site = Site.in(folder)) {
      site.file(Site.SECRET);
      var process = trialWithAMachine(site);

      process.destroy();
      untilTrue(site, "the process has ended", () -> !process.isAlive());

      assertThat(site.empty()).isTrue();
      assertThat(site.journal()).doesNotExist();
      assertThat(folder.resolve("err")).content().contains("butler: stopping");
      assertThat(folder.resolve("out")).content().contains("Result: stopped.");
      assertThat(site.report()).content().contains("# Trial of a provider: stopped");
    }
  }

  @Test
  void whatAKilledTrialLeftIsRemovedByTheNext() throws Exception {
    try (var site = Site.in(folder)) {
      site.file(Site.SECRET);
      var process = trialWithAMachine(site);

      process.destroyForcibly().waitFor();

      assertThat(site.journal()).content().contains("MACHINE").doesNotContain("canary");
      assertThat(site.proxmox().machines()).hasSize(1);
      var next = site.verify(-1, "", "--yes");
      assertThat(next.exit()).as("%s", next).isZero();
      assertThat(site.empty()).isTrue();
      assertThat(site.journal()).doesNotExist();
    }
  }

  /** The platform's clock then stands still, so the machine stays half made. */
  private Process trialWithAMachine(Site site) throws IOException {
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dbutler.root=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "verify",
                "provider",
                "pve.yaml",
                "--yes",
                "--every",
                "1")
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile())
            .start();
    untilTrue(
        site,
        "a machine is there",
        () -> {
          assertThat(process.isAlive()).as("%s", said()).isTrue();
          return !site.proxmox().machines().isEmpty();
        });
    return process;
  }

  private String said() {
    try {
      return Files.readString(folder.resolve("out")) + Files.readString(folder.resolve("err"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Time goes on for the platform only while it is looked at. */
  private static void untilTrue(Site site, String what, BooleanSupplier condition) {
    Await.untilTrue(
        what,
        LONG,
        () -> {
          if (condition.getAsBoolean()) {
            return true;
          }
          site.time().advance(Duration.ofMillis(100));
          return false;
        });
  }
}
