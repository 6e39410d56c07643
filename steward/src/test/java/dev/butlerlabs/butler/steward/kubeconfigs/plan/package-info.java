@NullMarked
package dev.butlerlabs.butler.steward.kubeconfigs.plan;

import org.jspecify.annotations.NullMarked;
