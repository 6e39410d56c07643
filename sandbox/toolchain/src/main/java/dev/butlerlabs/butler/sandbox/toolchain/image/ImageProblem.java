package dev.butlerlabs.butler.sandbox.toolchain.image;

import org.jspecify.annotations.Nullable;

/** Why a file could not be taken out of an image, as one sentence. */
public final class ImageProblem extends Exception {

  public ImageProblem(String sentence) {
    super(sentence);
  }

  ImageProblem(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
  }
}
