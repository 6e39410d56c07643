/**
 * What every provider's infrastructure must show: its objects are taken by a real API server with
 * the platform's own schemas, to the letter.
 */
@NullMarked
package dev.butlerlabs.butler.providers.infratests;

import org.jspecify.annotations.NullMarked;
