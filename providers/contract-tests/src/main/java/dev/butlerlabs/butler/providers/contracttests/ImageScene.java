package dev.butlerlabs.butler.providers.contracttests;

import dev.butlerlabs.butler.providers.spi.image.ImageOrder;

/** A platform that images can be brought to. */
public interface ImageScene extends Scene {

  /** An order that can be done. */
  ImageOrder order();

  /** The same with a checksum that is not the file's. */
  ImageOrder wronglySummed();

  /** Whether a machine could start from what a driver called this. */
  boolean usable(String reference);
}
