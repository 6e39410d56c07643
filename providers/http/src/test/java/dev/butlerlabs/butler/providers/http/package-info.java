/** Calls over real sockets and real TLS. */
@NullMarked
package dev.butlerlabs.butler.providers.http;

import org.jspecify.annotations.NullMarked;
