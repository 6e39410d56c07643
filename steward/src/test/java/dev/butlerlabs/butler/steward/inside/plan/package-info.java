@NullMarked
package dev.butlerlabs.butler.steward.inside.plan;

import org.jspecify.annotations.NullMarked;
