/**
 * What an issuer's answer and a Secret mean for an IdentityProvider; pure functions.
 *
 * <p>Promises: same input, same answer. Never: asks an issuer.
 */
@NullMarked
package dev.butlerlabs.butler.teams.signin.plan;

import org.jspecify.annotations.NullMarked;
