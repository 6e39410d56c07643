/**
 * A pod as the process node reads it: what its containers, volumes and probes ask for.
 *
 * <p>Promises: every field is understood, known to mean nothing here, or refused by name. Never:
 * how any of it is done.
 */
@NullMarked
package dev.butlerlabs.butler.sandbox.node.pod;

import org.jspecify.annotations.NullMarked;
