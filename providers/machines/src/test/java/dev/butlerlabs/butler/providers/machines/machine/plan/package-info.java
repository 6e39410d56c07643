/** What a look at a machine means, as tables. */
@NullMarked
package dev.butlerlabs.butler.providers.machines.machine.plan;

import org.jspecify.annotations.NullMarked;
