/**
 * A stand-in for Azure: Resource Manager's compute and network, and the directory that signs in.
 *
 * <p>Promises: calls and bodies are checked against Microsoft's own published definition, kept in
 * {@code operations.tsv} and {@code models.tsv}; what Azure would refuse is refused in its words.
 * Never: knowledge of our driver.
 */
@NullMarked
package dev.butlerlabs.butler.providers.simulators.azure;

import org.jspecify.annotations.NullMarked;
