/** The figures of IPAM in small. */
@NullMarked
package dev.butlerlabs.butler.bench.ipam;

import org.jspecify.annotations.NullMarked;
