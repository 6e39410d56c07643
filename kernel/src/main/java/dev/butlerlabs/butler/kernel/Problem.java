package dev.butlerlabs.butler.kernel;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One thing a person has to put right: what was looked at, what is wrong with it, what to do next.
 */
public record Problem(String subject, String trouble, String remedy) {

  /** The problem as one sentence. */
  public String sentence() {
    var start = subject.isEmpty() ? trouble : subject + ": " + trouble;
    return remedy.isEmpty() ? start : start + " (" + remedy + ")";
  }

  /** All of them at once, one per line, so that nobody fixes problems one run at a time. */
  public static String list(List<Problem> problems) {
    return problems.stream()
        .map(problem -> "  - " + problem.sentence())
        .collect(Collectors.joining("\n"));
  }
}
