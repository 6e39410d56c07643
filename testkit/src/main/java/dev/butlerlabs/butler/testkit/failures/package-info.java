/**
 * The seeded failures of {@code system-tests/failures}, for whoever holds against them what is
 * told.
 *
 * <p>Promises: every file, merged with the stage it begins at. Never: knows what finds a cause.
 */
@NullMarked
package dev.butlerlabs.butler.testkit.failures;

import org.jspecify.annotations.NullMarked;
