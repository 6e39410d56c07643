package dev.butlerlabs.butler.sandbox.plane.home;

import dev.butlerlabs.butler.kernel.Problem;

/** Trouble on this machine that a person has to put right; the message is the whole sentence. */
public final class Refusal extends RuntimeException {

  private final transient Problem problem;

  public Refusal(Problem problem) {
    super(problem.sentence());
    this.problem = problem;
  }

  public Refusal(String subject, String trouble, String remedy) {
    this(new Problem(subject, trouble, remedy));
  }

  public Problem problem() {
    return problem;
  }
}
