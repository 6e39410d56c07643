package dev.butlerlabs.butler.apps.sandbox;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.plane.supervise.Supervisor;
import dev.butlerlabs.butler.sandbox.platform.Broadcast;
import dev.butlerlabs.butler.sandbox.platform.Platform;
import dev.butlerlabs.butler.sandbox.platform.PlatformSettings;
import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import java.util.EnumMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The long-lived process: starts the platform, keeps it running, stops it when asked to end. */
@Command(name = "supervise", hidden = true, description = "Run the platform until told to stop.")
final class SuperviseCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private final HomeOption where = new HomeOption();
  @Mixin private final ToolsOption tools = new ToolsOption();

  @Mixin private final PlatformOptions options = new PlatformOptions();

  @Spec private @Nullable CommandSpec spec;

  SuperviseCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws InterruptedException {
    var clock = surroundings.clock();
    var toolchain = new Toolchain(surroundings.toolchain(tools.tools), Progress.silent(), clock);
    try (var home = Home.claim(surroundings.home(where.home))) {
      var located = new EnumMap<>(toolchain.ensure(PlatformSettings.neededTools()));
      var broadcast = new Broadcast(home, located);
      located.putAll(toolchain.ready(PlatformSettings.furtherTools()));
      var settings =
          new PlatformSettings(
              home,
              located,
              toolchain.clusterApiManifests(),
              manager().command(),
              options.simulated,
              options.charts());
      try (var supervisor = Supervisor.open(home, clock, broadcast::changed)) {
        supervisor
            .leftovers()
            .forEach(name -> tell(broadcast, name + " was left over from before and was ended"));
        return run(settings, supervisor, broadcast);
      } catch (Refusal refusal) {
        broadcast.failed(refusal.problem().sentence());
        throw refusal;
      }
    }
  }

  private Integer run(PlatformSettings settings, Supervisor supervisor, Broadcast broadcast)
      throws InterruptedException {
    var stop = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .unstarted(
                    () -> {
                      stop.countDown();
                      awaitQuietly(stopped);
                    }));
    try (var platform =
        Platform.start(
            settings,
            supervisor,
            surroundings.clock().instant(),
            broadcast::changed,
            line -> tell(broadcast, line))) {
      broadcast.serving(platform.plane().url().toString());
      try (var _ = Rehearsal.whenNeeded(manager(), settings.home().path())) {
        stop.await();
      }
      broadcast.stopping();
    } finally {
      supervisor.close();
      stopped.countDown();
    }
    return ExitCode.DONE.number();
  }

  private ManagerProgram manager() {
    var usual = ManagerProgram.of(surroundings);
    return options.simulated ? usual.forThousands() : usual;
  }

  private void tell(Broadcast broadcast, String line) {
    broadcast.line(line);
    var out = Writers.out(spec);
    out.println(surroundings.clock().instant() + " " + line);
    out.flush();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
