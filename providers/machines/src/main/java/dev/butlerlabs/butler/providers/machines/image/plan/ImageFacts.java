package dev.butlerlabs.butler.providers.machines.image.plan;

/** What is known of an image that is there: what orders name it by, and where it came from. */
public record ImageFacts(String reference, String source) {

  @Override
  public String toString() {
    return reference;
  }
}
