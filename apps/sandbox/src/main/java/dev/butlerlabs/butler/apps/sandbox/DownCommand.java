package dev.butlerlabs.butler.apps.sandbox;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.home.ProcessIdentity;
import dev.butlerlabs.butler.sandbox.plane.home.ProcessLedger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Stops everything up started, and nothing else. */
@Command(name = "down", description = "Stop the platform; its data stays for the next up.")
final class DownCommand implements Callable<Integer> {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration LEFTOVER_GRACE = Duration.ofSeconds(5);

  private final Surroundings surroundings;

  @Mixin private final HomeOption where = new HomeOption();

  @Spec private @Nullable CommandSpec spec;

  DownCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws InterruptedException, ExecutionException {
    var home = surroundings.home(where.home);
    var out = Writers.out(spec);
    var supervisor = Home.holder(home);
    if (supervisor.isPresent()) {
      out.println("Stopping the platform in " + home + " ...");
      out.flush();
      end(supervisor.get());
    }
    var left = leftovers(home);
    out.println(
        supervisor.isEmpty() && left == 0
            ? "No platform runs in " + home + "; nothing to stop"
            : "Stopped; nothing of it runs any more. The data stays in " + home);
    return ExitCode.DONE.number();
  }

  private static void end(ProcessIdentity supervisor)
      throws InterruptedException, ExecutionException {
    var handle = ProcessHandle.of(supervisor.pid());
    if (handle.isEmpty()) {
      return;
    }
    handle.get().destroy();
    try {
      handle.get().onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException stuck) {
      handle.get().destroyForcibly();
      handle.get().onExit().get();
    }
  }

  /** A supervisor that was killed may have left children where the kernel does not end them. */
  private static int leftovers(Path home) throws InterruptedException {
    var ledger = home.resolve("run/processes");
    return Files.exists(ledger) ? new ProcessLedger(ledger).endAll(LEFTOVER_GRACE).size() : 0;
  }
}
