package dev.butlerlabs.butler.apps.workbench.console;

import dev.butlerlabs.butler.kernel.Problem;

/** Something a person has to put right before a command can go on; the message is the sentence. */
public final class Refusal extends RuntimeException {

  public Refusal(Problem problem) {
    super(problem.sentence());
  }

  public Refusal(String subject, String trouble, String remedy) {
    this(new Problem(subject, trouble, remedy));
  }
}
