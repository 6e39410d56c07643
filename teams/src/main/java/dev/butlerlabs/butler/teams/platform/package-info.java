/**
 * The ButlerConfig that counts: whether it is in force, and where clusters without a team live.
 *
 * <p>Promises: a namespace that is there already is taken as it is. Never: removes one.
 */
@NullMarked
package dev.butlerlabs.butler.teams.platform;

import org.jspecify.annotations.NullMarked;
