package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.kube.client.Access;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import dev.butlerlabs.butler.kube.config.Reading;
import dev.butlerlabs.butler.kube.config.Sources;
import dev.butlerlabs.butler.kube.observe.Logging;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Starts the manager, or one provider of it, and stops it when the process is asked to end. */
public final class Main {

  private Main() {}

  public static void main(String[] args) throws InterruptedException {
    var arguments = new ArrayList<>(List.of(args));
    var rehearsal = arguments.remove("--rehearse");
    System.exit(
        switch (ManagerConfig.read(
            Sources.of(arguments, ManagerConfig.environment(System.getenv()), null))) {
          case Reading.Faulty<ManagerConfig> faulty -> refuse(faulty.toString());
          case Reading.Complete<ManagerConfig>(var config, _) -> start(config, rehearsal);
        });
  }

  private static int start(ManagerConfig config, boolean rehearsal) throws InterruptedException {
    Logging.install(config.logFormat(), config.logLevel());
    return switch (access(config)) {
      case Access.Unusable(var problem) -> refuse(problem.sentence());
      case Access.Usable(var access) when rehearsal ->
          rehearse(Wiring.forRehearsal(access, config));
      case Access.Usable(var access) -> run(Wiring.of(access, config));
    };
  }

  private static Access access(ManagerConfig config) {
    return config.kubeconfig().isEmpty()
        ? Kubeconfigs.inCluster(System.getenv(), Kubeconfigs.POD_FOLDER)
        : Kubeconfigs.fromFile(Path.of(config.kubeconfig()));
  }

  private static int refuse(String sentence) {
    System.err.println("butler-manager: " + sentence);
    return 2;
  }

  private static int rehearse(Program program) throws InterruptedException {
    try (program) {
      return program.rehearse() ? 0 : 1;
    }
  }

  private static int run(Program program) throws InterruptedException {
    Runtime.getRuntime()
        .addShutdownHook(Thread.ofPlatform().name("stop").unstarted(program::close));
    program.start();
    new CountDownLatch(1).await();
    return 0;
  }
}
