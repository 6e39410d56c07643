/** What is told of machines. */
@NullMarked
package dev.butlerlabs.butler.providers.machines.machine;

import org.jspecify.annotations.NullMarked;
