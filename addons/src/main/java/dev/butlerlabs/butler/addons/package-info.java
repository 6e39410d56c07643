/**
 * Addons: charts that are installed on clusters, kept there and taken away again.
 *
 * <p>Promises: one tenant's operation sees that tenant's cluster and no other. Never: imports
 * another feature; writes to a cluster in another way than through a release.
 */
@NullMarked
package dev.butlerlabs.butler.addons;

import org.jspecify.annotations.NullMarked;
