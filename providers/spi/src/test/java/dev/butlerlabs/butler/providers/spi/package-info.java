/** What an account shows of itself, and how a look over it is read. */
@NullMarked
package dev.butlerlabs.butler.providers.spi;

import org.jspecify.annotations.NullMarked;
