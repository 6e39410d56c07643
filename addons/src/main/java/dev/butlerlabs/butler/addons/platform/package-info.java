/**
 * Addons that come with a tenant: chosen by its provider and its manifest, ordered as TenantAddons,
 * told on the TenantCluster.
 */
@NullMarked
package dev.butlerlabs.butler.addons.platform;

import org.jspecify.annotations.NullMarked;
