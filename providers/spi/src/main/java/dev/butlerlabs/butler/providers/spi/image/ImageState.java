package dev.butlerlabs.butler.providers.spi.image;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;

/** What one look at a platform told about one image. */
public sealed interface ImageState {

  /** Nothing of it is there. */
  record Absent() implements ImageState {}

  /** On its way, in or out. The caller stores the memo before it calls again. */
  record Underway(Stage stage, String doing, Memo memo) implements ImageState {}

  /** Machines can start from it; {@code reference} is what an order names it by. */
  record Ready(String reference) implements ImageState {}

  /** We could not see, or the step failed. Never to be read as {@link Absent}. */
  record Unclear(Fault fault) implements ImageState {}

  /** What is going on with an image that is under way. */
  enum Stage {
    DOWNLOADING,
    UPLOADING,
    REMOVING
  }
}
