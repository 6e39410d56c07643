/**
 * Which teams each User is in.
 *
 * <p>Promises: {@code status.teams} says what the rights in the cluster say. Never: gives rights,
 * which is the Team's part.
 */
@NullMarked
package dev.butlerlabs.butler.teams.people;

import org.jspecify.annotations.NullMarked;
