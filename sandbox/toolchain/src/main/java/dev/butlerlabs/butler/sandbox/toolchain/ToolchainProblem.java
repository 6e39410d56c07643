package dev.butlerlabs.butler.sandbox.toolchain;

import org.jspecify.annotations.Nullable;

/** Why a program cannot be had, as one sentence a person can act on. */
public final class ToolchainProblem extends RuntimeException {

  ToolchainProblem(String sentence) {
    super(sentence);
  }

  ToolchainProblem(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
  }
}
