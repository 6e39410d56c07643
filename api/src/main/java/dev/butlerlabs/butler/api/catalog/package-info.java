/**
 * The list of all kinds, and their CRDs as files.
 *
 * <p>Promises: a kind that is not listed here does not exist. Never: anything about a single kind.
 */
@NullMarked
package dev.butlerlabs.butler.api.catalog;

import org.jspecify.annotations.NullMarked;
