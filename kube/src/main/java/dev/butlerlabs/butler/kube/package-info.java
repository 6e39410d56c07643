/**
 * The only code that writes to a cluster, and the engine that runs reconcilers.
 *
 * <p>Promises: server-side apply under our own field manager, status only when it changed, one
 * informer per kind. Never: knowledge of a feature or a platform.
 */
@NullMarked
package dev.butlerlabs.butler.kube;

import org.jspecify.annotations.NullMarked;
