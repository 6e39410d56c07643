/**
 * Hosted control planes: TenantControlPlane, DataStore, KubeconfigGenerator, and the parts which
 * the Cluster API control-plane kinds share with them.
 *
 * <p>Promises: the released fields, defaults and rules hold. Never: decisions, clients, input or
 * output.
 */
@NullMarked
package dev.butlerlabs.butler.api.steward;

import org.jspecify.annotations.NullMarked;
