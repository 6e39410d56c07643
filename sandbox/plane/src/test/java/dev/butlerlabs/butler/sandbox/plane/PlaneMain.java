package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.supervise.Supervisor;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;

/** A control plane in a JVM of its own, made to be killed. */
public final class PlaneMain {

  static final String SERVING = "SERVING";

  private PlaneMain() {}

  public static void main(String[] arguments) throws Exception {
    var home = Home.claim(Path.of(arguments[0]));
    var supervisor = Supervisor.open(home, InstantSource.system(), snapshot -> {});
    var settings = new PlaneSettings(home, Mode.SANDBOX, TestBinaries.get());
    ControlPlane.start(settings, supervisor, Instant.now(), System.out::println);
    System.out.println(SERVING);
    new CountDownLatch(1).await();
  }
}
