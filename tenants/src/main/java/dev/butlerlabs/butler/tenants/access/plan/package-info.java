/**
 * Who asks for which way in, and what that means inside the tenant; pure functions.
 *
 * <p>Promises: same input, same answer. Never: a private key.
 */
@NullMarked
package dev.butlerlabs.butler.tenants.access.plan;

import org.jspecify.annotations.NullMarked;
