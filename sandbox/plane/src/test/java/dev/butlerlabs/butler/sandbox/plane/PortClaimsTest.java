package dev.butlerlabs.butler.sandbox.plane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortClaimsTest {

  @TempDir Path folder;

  @Test
  void portThatAnotherSandboxChoseJustNowIsNotChosenAgain() {
    var claims = new PortClaims(folder.resolve("claims"));

    assertThat(claims.take(20_001)).isTrue();
    assertThat(new PortClaims(folder.resolve("claims")).take(20_001)).isFalse();
    assertThat(claims.take(20_002)).isTrue();
  }

  @Test
  void claimIsOverAfterAWhileAndLeavesNothing() throws IOException {
    var claims = new PortClaims(folder);
    claims.take(20_001);
    var before = FileTime.from(Instant.now().minus(Duration.ofMinutes(11)));
    Files.setLastModifiedTime(folder.resolve("20001"), before);

    assertThat(claims.take(20_001)).isTrue();
    assertThat(claims.take(20_001)).isFalse();
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(folder.resolve("20001"));
    }
  }

  @Test
  void folderThatCannotBeUsedStopsNobody() throws IOException {
    var file = Files.createFile(folder.resolve("taken"));

    assertThat(new PortClaims(file).take(20_001)).isTrue();
  }
}
