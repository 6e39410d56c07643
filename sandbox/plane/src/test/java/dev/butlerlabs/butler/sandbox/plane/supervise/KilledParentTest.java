package dev.butlerlabs.butler.sandbox.plane.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.home.ProcessIdentity;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledParentTest {

  @TempDir Path folder;

  @Test
  void childDiesWithAKilledParent() throws Exception {
    var parent = parent("guarded");
    var child = child(parent);

    parent.destroyForcibly().waitFor();

    assertThat(goneWithin(child, Duration.ofSeconds(60))).isTrue();
  }

  @Test
  void whereTheKernelCannotHelpTheNextStartEndsTheChild() throws Exception {
    var parent = parent("unguarded");
    var child = child(parent);
    parent.destroyForcibly().waitFor();
    assertThat(child.alive()).isTrue();

    try (var home = Home.claim(folder.resolve("home"));
        var next = Supervisor.open(home, InstantSource.system(), snapshot -> {})) {
      assertThat(next.leftovers()).containsExactly("sleeper");
      assertThat(child.alive()).isFalse();
    }
  }

  private Process parent(String guard) throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(
            java,
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            ParentMain.class.getName(),
            folder.resolve("home").toString(),
            guard)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static ProcessIdentity child(Process parent) throws Exception {
    try (var told = parent.inputReader()) {
      return ProcessIdentity.of(Long.parseLong(told.readLine())).orElseThrow();
    }
  }

  private static boolean goneWithin(ProcessIdentity process, Duration within) {
    var deadline = System.nanoTime() + within.toNanos();
    while (process.alive() && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
    return !process.alive();
  }
}
