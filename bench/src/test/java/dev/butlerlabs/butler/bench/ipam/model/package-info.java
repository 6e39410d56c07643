/** The duel in small, and proof that it would notice. */
@NullMarked
package dev.butlerlabs.butler.bench.ipam.model;

import org.jspecify.annotations.NullMarked;
