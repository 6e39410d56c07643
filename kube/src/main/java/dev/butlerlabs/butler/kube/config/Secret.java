package dev.butlerlabs.butler.kube.config;

/** A text that must not be seen; only {@link #reveal} tells it. */
public record Secret(String reveal) {

  @Override
  public String toString() {
    return "(secret)";
  }
}
