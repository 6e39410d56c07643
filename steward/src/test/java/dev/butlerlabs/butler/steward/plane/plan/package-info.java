@NullMarked
package dev.butlerlabs.butler.steward.plane.plan;

import org.jspecify.annotations.NullMarked;
