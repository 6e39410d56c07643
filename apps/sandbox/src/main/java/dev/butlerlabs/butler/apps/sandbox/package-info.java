/**
 * The process behind {@code ./butler up}: the supervisor, and the commands around it.
 *
 * <p>Promises: every command ends with one clear sentence. Never: logic that another program could
 * want (that is {@code sandbox/platform}).
 */
@NullMarked
package dev.butlerlabs.butler.apps.sandbox;

import org.jspecify.annotations.NullMarked;
