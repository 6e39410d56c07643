package dev.butlerlabs.butler.providers.machines.image.plan;

import org.jspecify.annotations.Nullable;

/**
 * What is known of an image that is there: what orders name it by, and where it came from.
 *
 * @param sha256 of its file, where the platform checked it
 */
public record ImageFacts(String reference, String source, @Nullable String sha256) {

  @Override
  public String toString() {
    return reference;
  }
}
