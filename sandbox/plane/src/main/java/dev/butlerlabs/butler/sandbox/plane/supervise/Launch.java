package dev.butlerlabs.butler.sandbox.plane.supervise;

import java.util.List;
import java.util.Map;

/**
 * One command line with the variables added to it. Secrets never stand here: others can read a
 * process's arguments.
 */
public record Launch(List<String> command, Map<String, String> environment) {

  public Launch {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }
}
