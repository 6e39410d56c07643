package dev.butlerlabs.butler.sandbox.toolchain;

import java.nio.file.Path;

/**
 * A program that is there and was checked.
 *
 * @param version as the program told it; {@code unknown} for a configured one that cannot be asked
 * @param sha256 lower-case hex of the file's content
 */
public record Located(Tool tool, Path path, String version, Source source, String sha256) {

  /** One line saying what it is and where it came from. */
  public String describe() {
    return tool.binary() + " " + version + " from " + source.describe();
  }
}
