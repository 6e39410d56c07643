/**
 * A stand-in for Harvester: a real Kubernetes API server with Harvester's kinds, and what its
 * controllers do to them.
 *
 * <p>Promises: a field that Harvester's own definitions lack is refused; nothing moves but by the
 * clock it was given. Never: knowledge of a driver of ours.
 */
@NullMarked
package dev.butlerlabs.butler.providers.simulators.harvester;

import org.jspecify.annotations.NullMarked;
