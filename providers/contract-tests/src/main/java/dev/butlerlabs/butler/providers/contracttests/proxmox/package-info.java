/** Proxmox on a stage. */
@NullMarked
package dev.butlerlabs.butler.providers.contracttests.proxmox;

import org.jspecify.annotations.NullMarked;
