/**
 * Addons on clusters: TenantAddons and ManagementAddons, from what is asked for to workloads that
 * serve, and back.
 *
 * <p>Promises: Helm runs as jobs, and only when something else is wanted; a release has one owner,
 * which stands on it; what cannot be taken away is told. Never: a wait on a reconciler's thread, a
 * release of somebody else's.
 */
@NullMarked
package dev.butlerlabs.butler.addons.install;

import org.jspecify.annotations.NullMarked;
