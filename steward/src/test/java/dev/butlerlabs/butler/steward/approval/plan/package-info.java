@NullMarked
package dev.butlerlabs.butler.steward.approval.plan;

import org.jspecify.annotations.NullMarked;
