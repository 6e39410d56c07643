/**
 * Who uses the platform and what they may do: Team, User, IdentityProvider, ButlerConfig,
 * ClusterCreationPolicy.
 */
@NullMarked
package dev.butlerlabs.butler.api.tenancy;

import org.jspecify.annotations.NullMarked;
