package dev.butlerlabs.butler.sandbox.node;

/** The processes of this machine. */
final class Processes {

  private Processes() {}

  /** How many were started with exactly these words at the end. */
  static long with(String words) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").endsWith(words))
        .count();
  }
}
