/**
 * The loopback addresses of one sandbox: a block of its own, and who holds which address in it.
 *
 * <p>Promises: two sandboxes of one machine never share an address. Never: sockets that serve
 * somebody.
 */
@NullMarked
package dev.butlerlabs.butler.sandbox.node.address;

import org.jspecify.annotations.NullMarked;
