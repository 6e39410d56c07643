package dev.butlerlabs.butler.apps.workbench.console;

/** How a command ended, for scripts. */
public enum ExitCode {
  DONE(0),
  FAILED(1),
  USAGE(2),
  /** Something that the command made is still there. */
  LEFT(4);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }
}
