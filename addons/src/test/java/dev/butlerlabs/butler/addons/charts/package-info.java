/** Archives as bytes, and the charts we carry by the real Helm on a real API server. */
@NullMarked
package dev.butlerlabs.butler.addons.charts;

import org.jspecify.annotations.NullMarked;
