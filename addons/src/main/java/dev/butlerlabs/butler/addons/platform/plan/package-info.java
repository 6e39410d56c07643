/** Which addons come with a cluster, and what is told of them. Pure. */
@NullMarked
package dev.butlerlabs.butler.addons.platform.plan;

import org.jspecify.annotations.NullMarked;
