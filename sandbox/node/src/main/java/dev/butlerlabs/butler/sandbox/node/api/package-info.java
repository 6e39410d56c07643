/**
 * The node's way to the API server: single calls, and watches that list, follow and begin again.
 *
 * <p>Promises: each call has a deadline; a watch tells each object's present state sooner or later,
 * whatever breaks on the way. Never: knowledge of what the objects mean.
 */
@NullMarked
package dev.butlerlabs.butler.sandbox.node.api;

import org.jspecify.annotations.NullMarked;
