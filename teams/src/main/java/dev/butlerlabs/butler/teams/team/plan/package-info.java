/**
 * Which objects a team gets and what it is told, as pure functions of what was seen.
 *
 * <p>Promises: the same look gives the same objects, so that applying them again changes nothing.
 * Never: a client, a clock, chance.
 */
@NullMarked
package dev.butlerlabs.butler.teams.team.plan;

import org.jspecify.annotations.NullMarked;
