/**
 * Workers on Proxmox VE as objects of its Cluster API provider (CAPMOX).
 *
 * <p>Promises and bounds: those of {@code providers.spi.infrastructure}.
 */
@NullMarked
package dev.butlerlabs.butler.providers.proxmox.infrastructure;

import org.jspecify.annotations.NullMarked;
