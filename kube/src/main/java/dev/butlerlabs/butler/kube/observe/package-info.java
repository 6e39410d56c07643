/**
 * What can be seen of a process from outside: log lines and metrics.
 *
 * <p>Promises: one line per event, a constant message, keys for the rest, the object's key in every
 * line that is about one. Never: requests' headers or bodies, which hold credentials.
 */
@NullMarked
package dev.butlerlabs.butler.kube.observe;

import org.jspecify.annotations.NullMarked;
