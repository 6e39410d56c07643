package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.api.Wire;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a backup holds, and the hashes it is checked by.
 *
 * @param tenant whose data it is, as namespace/name
 * @param revision of the store, at which all of it was read
 * @param leased how many keys end by themselves
 * @param content hash over all keys, without the tenant's prefix, and values: the same after a
 *     restore
 * @param request what asked for it, so that it is not made twice; absent when its time had come
 * @param encrypted true when values can be read only with keys of the control plane it is of
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
    @Nullable String request,
    @Nullable Boolean encrypted,
    List<Page> pages)
    implements Wire {

  static final int FORMAT = 1;

  /** Of no backup. */
  static final Manifest NONE =
      new Manifest(FORMAT, "", "", 0, Instant.EPOCH, 0, 0, 0, "", null, null, List.of());

  Manifest {
    pages = Wire.list(pages);
  }

  /** One stretch of the data file. */
  record Page(int keys, int length, String sha256) implements Wire {}
}
