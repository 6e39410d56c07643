package dev.butlerlabs.butler.apps.tcpproxy;

import java.io.IOException;
import java.security.Security;
import java.time.InstantSource;
import java.util.List;

/** Starts the program and ends it when it is asked to. */
public final class Main {

  private static final int WRONG_USE = 2;
  private static final int FAILED = 1;

  private Main() {}

  /** Runs until the process is told to end. */
  public static void main(String[] arguments) {
    // A load balancer may move: names are looked up again soon.
    Security.setProperty("networkaddress.cache.ttl", "10");
    Security.setProperty("networkaddress.cache.negative.ttl", "1");
    // A connection that just breaks off was not ended by who spoke, and must not look like it.
    System.setProperty("com.sun.net.ssl.requireCloseNotify", "true");
    var journal = new Journal(System.out, InstantSource.system());
    switch (CommandLine.parse(List.of(arguments), Runtime.getRuntime().maxMemory())) {
      case CommandLine.Parsed.Bad(var problems) -> {
        problems.forEach(problem -> journal.say(problem));
        System.exit(WRONG_USE);
      }
      case CommandLine.Parsed.Good(var settings) -> run(settings, journal);
    }
  }

  private static void run(Settings settings, Journal journal) {
    try {
      var program = new Program(settings, journal);
      Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> end(program)));
      program.start();
    } catch (IOException failed) {
      journal.say(
          "cannot start; see that the files are there and the ports are free",
          "because",
          String.valueOf(failed.getMessage()));
      System.exit(FAILED);
    }
  }

  private static void end(Program program) {
    try (program) {
      program.drain();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
