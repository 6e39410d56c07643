package dev.butlerlabs.butler.sandbox.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.supervise.ReadyCheck;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreFolderTest {

  @TempDir Path folder;
  private Home home;
  private StoreFolder store;

  @BeforeEach
  void claim() {
    home = Home.claim(folder.resolve("home"));
    store = StoreFolder.of(home, "etcd");
  }

  @AfterEach
  void letGo() {
    home.close();
  }

  @Test
  void whatNeverServedIsMadeAnew() throws Exception {
    fill();
    var check = store.countingFrom(() -> Optional.of("no leader"));
    assertThat(check.missing()).contains("no leader");

    assertThat(store.prepare()).isEmptyDirectory();
    fill();
    assertThat(store.prepare()).as("still not served").isEmptyDirectory();
  }

  @Test
  void whatServedOnceIsKept() throws Exception {
    fill();
    ReadyCheck ready = store.countingFrom(Optional::empty);
    assertThat(ready.missing()).isEmpty();

    assertThat(store.prepare().resolve("member/snap/db")).exists();
    assertThat(store.prepare().resolve("member/snap/db")).exists();
  }

  @Test
  void dataOfATimeBeforeTheMarkIsKept() throws Exception {
    Files.createDirectories(store.data().resolve("member/snap"));
    Files.writeString(store.data().resolve("member/snap/db"), "served long ago");

    assertThat(store.prepare().resolve("member/snap/db")).exists();
  }

  private void fill() throws Exception {
    Files.createDirectories(store.prepare().resolve("member/snap"));
    Files.writeString(store.data().resolve("member/snap/db"), "half");
  }
}
