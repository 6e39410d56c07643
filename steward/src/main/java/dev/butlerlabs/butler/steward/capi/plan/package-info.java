/** What follows from a StewardControlPlane, its Cluster and its TenantControlPlane; pure. */
@NullMarked
package dev.butlerlabs.butler.steward.capi.plan;

import org.jspecify.annotations.NullMarked;
