/**
 * The Cluster API infrastructure provider for simulated workers: LocalCluster, LocalMachine,
 * LocalMachineTemplate.
 *
 * <p>Promises: the v1beta2 contract of Cluster API; what is simulated says so. Never: decisions,
 * clients, input or output.
 */
@NullMarked
package dev.butlerlabs.butler.api.local;

import org.jspecify.annotations.NullMarked;
