/** What the cluster kinds say about themselves, in every spelling users have. */
@NullMarked
package dev.butlerlabs.butler.api.clusters;

import org.jspecify.annotations.NullMarked;
