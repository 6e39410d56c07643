/**
 * The Cluster API infrastructure provider for simulated workers: LocalCluster and LocalMachine.
 *
 * <p>Promises: a machine joins as a real one does and says wherever it is shown that it is
 * simulated. Never: acts in a tenant as anybody but the machine's own Node, but for taking that
 * Node away.
 */
@NullMarked
package dev.butlerlabs.butler.providers.local;

import org.jspecify.annotations.NullMarked;
