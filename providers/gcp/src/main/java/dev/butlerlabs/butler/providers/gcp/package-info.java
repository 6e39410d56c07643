/** What both layers of this provider share: the sizes of Google Compute Engine. */
@NullMarked
package dev.butlerlabs.butler.providers.gcp;

import org.jspecify.annotations.NullMarked;
