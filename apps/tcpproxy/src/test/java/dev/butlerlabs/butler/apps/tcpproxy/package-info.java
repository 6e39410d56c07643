/** The proxy over real sockets and real TLS. */
@NullMarked
package dev.butlerlabs.butler.apps.tcpproxy;

import org.jspecify.annotations.NullMarked;
