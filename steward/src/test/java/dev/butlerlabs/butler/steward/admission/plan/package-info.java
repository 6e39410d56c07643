/** Trials and objections, without a cluster. */
@NullMarked
package dev.butlerlabs.butler.steward.admission.plan;

import org.jspecify.annotations.NullMarked;
