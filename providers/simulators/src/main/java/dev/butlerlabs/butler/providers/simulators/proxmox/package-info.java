/**
 * A stand-in for a Proxmox VE cluster: nodes, storages, guests, tasks and locks, spoken to over the
 * real wire protocol.
 *
 * <p>Promises: what Proxmox's published schema does not know is refused in Proxmox's words; lists
 * are late where Proxmox's are; time comes from the clock it is given. Never: a look at our driver.
 */
@NullMarked
package dev.butlerlabs.butler.providers.simulators.proxmox;

import org.jspecify.annotations.NullMarked;
