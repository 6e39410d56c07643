package dev.butlerlabs.butler.apps.sandbox;

import dev.butlerlabs.butler.sandbox.platform.PlatformSettings.Charts;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What kind of platform is started; told to the command that starts it and to its supervisor. */
final class PlatformOptions {

  private static final String SIMULATED = "--simulated";
  private static final String ONLINE = "--online";

  @Option(
      names = SIMULATED,
      description = "Run nothing for pods, and say that all are ready; to try very many.")
  boolean simulated;

  @Option(
      names = ONLINE,
      description =
          "Take the charts of addons from their public repositories, not from the sandbox's own"
              + " stand-ins.")
  boolean online;

  Charts charts() {
    return online ? Charts.PUBLIC : Charts.STAND_INS;
  }

  /** The same, on a command line. */
  List<String> arguments() {
    var arguments = new ArrayList<String>();
    if (simulated) {
      arguments.add(SIMULATED);
    }
    if (online) {
      arguments.add(ONLINE);
    }
    return arguments;
  }
}
