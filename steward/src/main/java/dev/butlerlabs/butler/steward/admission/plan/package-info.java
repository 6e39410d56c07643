/**
 * From a control plane's fragments to a Deployment that can be tried, and from the API server's
 * words about it back to the fragments.
 *
 * <p>Promises: pure functions of JSON trees. Never: a client.
 */
@NullMarked
package dev.butlerlabs.butler.steward.admission.plan;

import org.jspecify.annotations.NullMarked;
