package dev.butlerlabs.butler.sandbox.plane.supervise;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A supervisor in a JVM of its own, made to be killed: keeps one sleeper and tells its number. */
public final class ParentMain {

  private ParentMain() {}

  public static void main(String[] arguments) throws Exception {
    var home = Home.claim(Path.of(arguments[0]));
    var programs = arguments[1].equals("guarded") ? Supervisor.PROGRAMS : List.<Path>of();
    var supervisor =
        Supervisor.open(home, programs, BackOff.STANDARD, InstantSource.system(), snapshot -> {});
    var launch = new Launch(List.of("/bin/sleep", "600"), Map.of());
    supervisor.start(
        new Component(
            "sleeper",
            "",
            () -> launch,
            Optional::empty,
            home.folder("logs").resolve("sleeper.log"),
            Duration.ofSeconds(20),
            Duration.ofSeconds(1)));
    System.out.println(supervisor.awaitReady("sleeper", Duration.ofSeconds(60)).pid());
    new CountDownLatch(1).await();
  }
}
