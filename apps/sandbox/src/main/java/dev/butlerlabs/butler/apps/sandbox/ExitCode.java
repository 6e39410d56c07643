package dev.butlerlabs.butler.apps.sandbox;

/** How a command ended, for scripts. */
enum ExitCode {
  DONE(0),
  FAILED(1),
  USAGE(2),
  NOT_RUNNING(3);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
