package dev.butlerlabs.butler.kube.write;

/** A {@link Trouble} thrown, for callers that leave it to the engine to try again. */
public final class TroubleException extends RuntimeException {

  private final transient Trouble trouble;

  public TroubleException(Trouble trouble) {
    super(trouble.problem().sentence());
    this.trouble = trouble;
  }

  public Trouble trouble() {
    return trouble;
  }
}
