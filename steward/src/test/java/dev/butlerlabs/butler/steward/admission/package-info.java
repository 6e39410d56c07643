/** What Steward's admission says, on a real API server. */
@NullMarked
package dev.butlerlabs.butler.steward.admission;

import org.jspecify.annotations.NullMarked;
