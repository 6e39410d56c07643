/** The driver for Proxmox on a stand-in for Proxmox. */
@NullMarked
package dev.butlerlabs.butler.providers.contracttests.proxmox;

import org.jspecify.annotations.NullMarked;
