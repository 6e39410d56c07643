/** What is said on claims, and which step comes next. */
@NullMarked
package dev.butlerlabs.butler.ipam.claim.plan;

import org.jspecify.annotations.NullMarked;
