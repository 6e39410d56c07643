/**
 * From stored objects to the records that the rules judge.
 *
 * <p>Promises: every cluster is read with its team, its infrastructure and all defaults found, so
 * that leaving something out avoids no rule. Never: a client, a clock, chance.
 */
@NullMarked
package dev.butlerlabs.butler.teams.orders;

import org.jspecify.annotations.NullMarked;
