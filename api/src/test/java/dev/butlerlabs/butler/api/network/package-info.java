/** What the network kinds say about themselves, in every spelling users have. */
@NullMarked
package dev.butlerlabs.butler.api.network;

import org.jspecify.annotations.NullMarked;
