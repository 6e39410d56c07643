package dev.butlerlabs.butler.kernel;

/**
 * Why something is not Ready: the deepest thing that is not true yet, what Butler does about it,
 * and what a person could do. The same sentence is shown everywhere.
 */
public record Cause(String reason, String what, String butlerDoes, String youCan) {

  /** The cause as one readable sentence or two. */
  public String sentence() {
    var text = new StringBuilder(what);
    if (!butlerDoes.isEmpty()) {
      text.append("; ").append(butlerDoes);
    }
    if (!youCan.isEmpty()) {
      text.append(". ").append(youCan);
    }
    return text.toString();
  }
}
