package dev.butlerlabs.butler.sandbox.node.plan;

/**
 * Something a plan cannot do without.
 *
 * @param reason one word, as Kubernetes has it
 * @param sentence what is missing and what to do
 */
public record Missing(String reason, String sentence) {

  public static final String IMAGE = "ErrImageNeverPull";
  public static final String CONFIG = "CreateContainerConfigError";

  static Missing config(String sentence) {
    return new Missing(CONFIG, sentence);
  }
}
