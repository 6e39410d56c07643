/**
 * The process with all controllers, or with those of one platform: its main, and the wiring by
 * hand.
 *
 * <p>Promises: health and readiness that mean something, a clean stop within five seconds. Never:
 * decisions about any object (those are the features').
 */
@NullMarked
package dev.butlerlabs.butler.apps.manager;

import org.jspecify.annotations.NullMarked;
