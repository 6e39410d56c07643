package dev.butlerlabs.butler.testkit;

/** What a user sees after a {@code kubectl} command. */
public record KubectlResult(int exit, String stdout, String stderr) {

  /** The standard output of a command that must have worked. */
  public String requireSuccess() {
    if (exit != 0) {
      throw new AssertionError("kubectl ended with %d and said: %s".formatted(exit, stderr));
    }
    return stdout;
  }
}
