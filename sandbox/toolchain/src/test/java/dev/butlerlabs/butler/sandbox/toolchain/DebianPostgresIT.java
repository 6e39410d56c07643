package dev.butlerlabs.butler.sandbox.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Debian's PostgreSQL on a machine that has none, fetched as a test would fetch it. */
class DebianPostgresIT {

  @Test
  void serverThatIsNotInstalledIsFetchedOnceAndRuns(@TempDir Path folder) throws IOException {
    var bare = Files.createDirectory(folder.resolve("bare"));
    var settings =
        ToolchainSettings.fromEnvironment(System.getenv()).withCache(folder.resolve("tools"));

    var fetched = new DebianPostgres(settings, bare).ensure();

    assertThat(fetched.installed()).isFalse();
    var environment = new HashMap<>(System.getenv());
    environment.putAll(fetched.environment());
    var said =
        new Programs(environment)
            .run(
                List.of(fetched.program("postgres").toString(), "--version"),
                folder,
                folder.resolve("log"),
                Duration.ofSeconds(10));
    assertThat(said.output()).startsWith("postgres (PostgreSQL) ");
    var kept = Files.getLastModifiedTime(fetched.program("postgres"));
    assertThat(new DebianPostgres(settings, bare).ensure()).isEqualTo(fetched);
    assertThat(Files.getLastModifiedTime(fetched.program("postgres"))).isEqualTo(kept);
  }
}
