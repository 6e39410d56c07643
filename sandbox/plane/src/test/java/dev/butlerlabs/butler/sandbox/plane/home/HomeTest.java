package dev.butlerlabs.butler.sandbox.plane.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeTest {

  @TempDir Path folder;

  @Test
  void homeIsForItsOwnerAlone() throws Exception {
    Files.createDirectories(folder.resolve("h"));
    Files.setPosixFilePermissions(
        folder.resolve("h"), PosixFilePermissions.fromString("rwxr-xr-x"));

    try (var home = Home.claim(folder.resolve("h"))) {
      PrivateFiles.write(home.folder("a").resolve("f"), "x");

      assertThat(permissions(home.path())).isEqualTo("rwx------");
      assertThat(permissions(home.file("a"))).isEqualTo("rwx------");
      assertThat(permissions(home.file("a/f"))).isEqualTo("rw-------");
      assertThat(permissions(home.file("lock"))).isEqualTo("rw-------");
    }
  }

  @Test
  void secondClaimNamesTheHolderAndDoesNotDisturbIt() {
    var first = Home.claim(folder.resolve("h"));

    for (var i = 0; i < 2; i++) {
      assertThatThrownBy(() -> Home.claim(folder.resolve("h")))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("is in use by process " + ProcessHandle.current().pid())
          .hasMessageContaining("stop that one first");
    }
    first.close();

    Home.claim(folder.resolve("h")).close();
  }

  @Test
  void holderThatDiedIsNoObstacle() throws Exception {
    Files.createDirectories(folder.resolve("h"));
    var died = new ProcessBuilder("true").start();
    var identity = new ProcessIdentity(died.pid(), 12345, ProcessIdentity.ofThisProcess().boot());
    died.waitFor();
    Files.writeString(folder.resolve("h/holder"), identity.text());

    Home.claim(folder.resolve("h")).close();
  }

  @Test
  void homeOfAnotherUserIsRefused() throws Exception {
    var foreign = folder.resolve("foreign");
    if (Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
      Files.createDirectories(foreign);
      Files.setAttribute(foreign, "unix:uid", 4711);
    } else {
      foreign = Path.of("/usr");
    }
    var home = foreign;

    assertThatThrownBy(() -> Home.claim(home))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("belongs to user")
        .hasMessageContaining("run it as the owner");
  }

  @Test
  void fileIsReplacedWholeAndLeavesNoScrap() throws Exception {
    var file = folder.resolve("f");
    Files.writeString(folder.resolve(".f.new"), "half of a text from a kil");

    PrivateFiles.write(file, "one");
    PrivateFiles.writeForGood(file, "two");

    assertThat(file).hasContent("two");
    try (var list = Files.list(folder)) {
      assertThat(list).containsExactly(file);
    }
  }

  @Test
  void fullDiskIsToldInOneSentenceAndTheOldTextStays() throws Exception {
    var answer = FullDisk.run(folder, FullDisk.class);

    assertThat(answer)
        .contains("could not be written because the disk is full")
        .contains("free some space and start again")
        .contains("kept: old");
  }

  private static String permissions(Path path) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
