package dev.butlerlabs.butler.pki;

/**
 * Text that should be a key, a certificate, a token or a kubeconfig and is not; never quotes it.
 */
public final class UnreadableInput extends IllegalArgumentException {

  public UnreadableInput(String message) {
    super(message);
  }

  public UnreadableInput(String message, Throwable cause) {
    super(message, cause);
  }
}
