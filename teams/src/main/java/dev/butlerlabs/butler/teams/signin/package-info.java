/**
 * Whether users can sign in at an IdentityProvider: its discovery document and its client secret.
 *
 * <p>Promises: what an IdentityProvider is told was seen at its issuer. Never: signs anybody in,
 * shows a secret.
 */
@NullMarked
package dev.butlerlabs.butler.teams.signin;

import org.jspecify.annotations.NullMarked;
