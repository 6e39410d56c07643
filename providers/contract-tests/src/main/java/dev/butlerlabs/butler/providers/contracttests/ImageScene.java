package dev.butlerlabs.butler.providers.contracttests;

import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import org.jspecify.annotations.Nullable;

/** A platform that images can be brought to. */
public interface ImageScene extends Scene {

  /**
   * An order that can be done.
   *
   * @param sha256 the checksum it names, or none
   */
  ImageOrder order(@Nullable String sha256);

  /** The checksum that the file of {@link #order} really has. */
  String sha256();

  /** Whether the platform compares an ordered checksum; where not, such orders are refused. */
  boolean checks();

  /** An order of a file that is not there. */
  ImageOrder missing();

  /** Leads a machine's life from an image that a driver called this. */
  void startFrom(String reference);
}
