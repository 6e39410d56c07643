/** Stand-in charts as bytes, over HTTP, and on a real API server by the real Helm. */
@NullMarked
package dev.butlerlabs.butler.sandbox.platform.charts;

import org.jspecify.annotations.NullMarked;
