/**
 * A stand-in for Nutanix Prism Central: HTTPS, users and roles, intents and tasks that take time,
 * lists that are late.
 *
 * <p>Promises: a call, a field or a value that is not in the published definition is refused in
 * Prism's words; the same calls at the same times give the same answers. Never: anything a driver
 * of ours would like better than what Prism does.
 */
@NullMarked
package dev.butlerlabs.butler.providers.simulators.nutanix;

import org.jspecify.annotations.NullMarked;
