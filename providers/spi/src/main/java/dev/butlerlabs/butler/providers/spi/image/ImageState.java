package dev.butlerlabs.butler.providers.spi.image;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import org.jspecify.annotations.Nullable;

/** What one look at a platform told about one image. */
public sealed interface ImageState {

  /** Nothing of it is there. */
  record Absent() implements ImageState {}

  /**
   * On its way, in or out. The caller stores the memo before it calls again.
   *
   * @param task what the platform calls the work that runs, where it has a name
   */
  record Underway(Stage stage, String doing, Memo memo, @Nullable String task)
      implements ImageState {

    public Underway(Stage stage, String doing, Memo memo) {
      this(stage, doing, memo, null);
    }
  }

  /**
   * Machines can start from it; {@code reference} is what an order names it by.
   *
   * @param sha256 of the file it was made of, in hexadecimal, where the platform checked it
   */
  record Ready(String reference, @Nullable String sha256) implements ImageState {

    public Ready(String reference) {
      this(reference, null);
    }
  }

  /** We could not see, or the step failed. Never to be read as {@link Absent}. */
  record Unclear(Fault fault) implements ImageState {}

  /** What is going on with an image that is under way. */
  enum Stage {
    DOWNLOADING,
    UPLOADING,
    REMOVING
  }
}
