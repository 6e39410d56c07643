package dev.butlerlabs.butler.steward.backup;

import org.jspecify.annotations.Nullable;

/**
 * What a backup's manifest tells besides its data.
 *
 * @param request what asked for it, absent when its time had come
 * @param encrypted whether the tenant's API server encrypts what it stores
 */
record Label(@Nullable String request, boolean encrypted) {

  static final Label NONE = new Label(null, false);
}
