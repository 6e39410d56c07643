/**
 * Real Helm behind a small interface.
 *
 * <p>Promises: every operation has a home of its own, which is gone when it ends; a time to end by;
 * an answer that says what was tried and what to do next. Rendering reaches no cluster. Never: a
 * shell, a secret in an argument or in an answer, anything shared but charts, which are kept by
 * their digest.
 */
@NullMarked
package dev.butlerlabs.butler.addons.helm;

import org.jspecify.annotations.NullMarked;
