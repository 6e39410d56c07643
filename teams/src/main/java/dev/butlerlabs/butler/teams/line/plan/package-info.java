/**
 * What an order is told about its turn, as a pure function.
 *
 * <p>Promises: the words of {@code teams.rules}. Never: a client, a clock, chance.
 */
@NullMarked
package dev.butlerlabs.butler.teams.line.plan;

import org.jspecify.annotations.NullMarked;
