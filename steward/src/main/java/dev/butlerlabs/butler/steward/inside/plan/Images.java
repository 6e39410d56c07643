package dev.butlerlabs.butler.steward.inside.plan;

import dev.butlerlabs.butler.api.steward.ImageOverride;
import java.util.Objects;

/** Where the image of an add-on comes from. */
final class Images {

  private Images() {}

  /** Repository and tag are each as given or as usual, whatever the other one is. */
  static String of(ImageOverride given, String repository, String name, String tag) {
    return "%s/%s:%s"
        .formatted(
            Objects.requireNonNullElse(given.imageRepository(), repository),
            name,
            Objects.requireNonNullElse(given.imageTag(), tag));
  }
}
