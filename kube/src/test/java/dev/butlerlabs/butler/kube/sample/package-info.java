/** The sample of docs/contracts/reconciler.md, compiled and run. */
@NullMarked
package dev.butlerlabs.butler.kube.sample;

import org.jspecify.annotations.NullMarked;
