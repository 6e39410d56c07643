package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.api.Wire;
import java.time.Instant;
import java.util.List;

/**
 * What a backup holds, and the hashes it is checked by.
 *
 * @param tenant whose data it is, as namespace/name
 * @param revision of the store, at which all of it was read
 * @param leased how many keys end by themselves
 * @param content hash over all keys, without the tenant's prefix, and values: the same after a
 *     restore
 */
record Manifest(
    int format,
    String tenant,
    String uid,
    long revision,
    Instant begun,
    long keys,
    long bytes,
    long leased,
    String content,
    List<Page> pages)
    implements Wire {

  static final int FORMAT = 1;

  Manifest {
    pages = Wire.list(pages);
  }

  /** One stretch of the data file. */
  record Page(int keys, int length, String sha256) implements Wire {}
}
