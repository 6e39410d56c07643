@NullMarked
package dev.butlerlabs.butler.steward.kubeconfigs;

import org.jspecify.annotations.NullMarked;
