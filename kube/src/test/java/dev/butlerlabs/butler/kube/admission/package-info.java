/** Admission on a real API server and without one. */
@NullMarked
package dev.butlerlabs.butler.kube.admission;

import org.jspecify.annotations.NullMarked;
