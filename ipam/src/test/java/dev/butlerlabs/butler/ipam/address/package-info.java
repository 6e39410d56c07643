/** What is read as an address and what is said about the rest. */
@NullMarked
package dev.butlerlabs.butler.ipam.address;

import org.jspecify.annotations.NullMarked;
