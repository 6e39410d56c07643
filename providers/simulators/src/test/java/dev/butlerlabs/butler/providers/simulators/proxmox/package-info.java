/** The stand-in, asked by a plain HTTP client as anybody would. */
@NullMarked
package dev.butlerlabs.butler.providers.simulators.proxmox;

import org.jspecify.annotations.NullMarked;
