/**
 * Clusters: TenantCluster for users, ClusterBootstrap for the management cluster itself.
 *
 * <p>Promises: an edit that could not be carried out is refused with a reason, never ignored.
 * Never: values chosen here for what a manifest leaves out; that is for team and platform defaults.
 */
@NullMarked
package dev.butlerlabs.butler.api.clusters;

import org.jspecify.annotations.NullMarked;
