/**
 * What to do about an addon and what to say about it: pure functions of one look.
 *
 * <p>Promises: Helm runs only when something else is wanted than what was installed; what is
 * installed stays when we cannot look. Never: a client, a clock, a program.
 */
@NullMarked
package dev.butlerlabs.butler.addons.install.plan;

import org.jspecify.annotations.NullMarked;
