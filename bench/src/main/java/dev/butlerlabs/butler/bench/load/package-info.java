/**
 * A program that asks a tenant's API fifty times a second and counts what failed.
 *
 * <p>Promises: every question is sent once, at its time whatever became of those before, and
 * nothing is hidden by a library that tries again. Never: knowledge of what is done to the tenant
 * meanwhile.
 */
@NullMarked
package dev.butlerlabs.butler.bench.load;

import org.jspecify.annotations.NullMarked;
