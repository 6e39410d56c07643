/**
 * What a team may order: quotas, policies and defaults as pure functions, asked by admission and
 * reconcilers alike.
 *
 * <p>Promises: the same order among the same others gets the same answer; only what grows or
 * changes can be refused; every refusal says what is left, who uses it and what to do. Never: a
 * client, a clock, chance.
 */
@NullMarked
package dev.butlerlabs.butler.teams.rules;

import org.jspecify.annotations.NullMarked;
