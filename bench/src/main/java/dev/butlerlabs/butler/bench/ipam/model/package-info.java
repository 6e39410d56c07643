/**
 * The allocator beside a model that looks at every address.
 *
 * <p>Promises: the model shares no code with the allocator but the values both speak in. Never: a
 * difference is passed over.
 */
@NullMarked
package dev.butlerlabs.butler.bench.ipam.model;

import org.jspecify.annotations.NullMarked;
