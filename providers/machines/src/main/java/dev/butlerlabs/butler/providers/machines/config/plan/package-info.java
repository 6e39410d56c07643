/**
 * What trying an account found, as status: pure functions of what was seen.
 *
 * <p>Promises: silence of a platform says nothing about credentials. Never: a client, a clock,
 * chance.
 */
@NullMarked
package dev.butlerlabs.butler.providers.machines.config.plan;

import org.jspecify.annotations.NullMarked;
