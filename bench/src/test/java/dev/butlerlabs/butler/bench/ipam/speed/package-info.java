/** Speed and heap in small. */
@NullMarked
package dev.butlerlabs.butler.bench.ipam.speed;

import org.jspecify.annotations.NullMarked;
