/**
 * Agents that clusters get by themselves: logs, metrics and traces go where the platform's settings
 * say.
 *
 * <p>Promises: an agent is a TenantAddon like any other; one that somebody ordered himself is left
 * alone. Never: agents on the cluster that collects, or without an address to send to.
 */
@NullMarked
package dev.butlerlabs.butler.addons.observe;

import org.jspecify.annotations.NullMarked;
