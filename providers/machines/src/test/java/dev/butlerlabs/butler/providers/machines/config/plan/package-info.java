/** What trying an account means. */
@NullMarked
package dev.butlerlabs.butler.providers.machines.config.plan;

import org.jspecify.annotations.NullMarked;
