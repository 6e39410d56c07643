/** What all orders of platforms have in common. */
@NullMarked
package dev.butlerlabs.butler.providers.machines.order;

import org.jspecify.annotations.NullMarked;
