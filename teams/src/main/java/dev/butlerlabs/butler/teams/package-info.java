/**
 * Teams: who orders clusters, how many, with which rights, and where.
 *
 * <p>Promises: one rule library answers admission and reconcilers alike. Never: makes clusters.
 */
@NullMarked
package dev.butlerlabs.butler.teams;

import org.jspecify.annotations.NullMarked;
