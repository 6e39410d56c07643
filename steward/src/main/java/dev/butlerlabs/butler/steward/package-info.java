/**
 * Hosted control planes: the operator behind TenantControlPlane, DataStore and their kin.
 *
 * <p>Promises: what it makes for a tenant comes from the tenant's UID and its spec alone. Never:
 * another feature's classes.
 */
@NullMarked
package dev.butlerlabs.butler.steward;

import org.jspecify.annotations.NullMarked;
