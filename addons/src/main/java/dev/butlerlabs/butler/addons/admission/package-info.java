/**
 * The rules of addons, asked before a TenantAddon, a ManagementAddon, an AddonDefinition or the
 * platform's settings for them are stored.
 *
 * <p>Promises: the words of {@code addons.catalog.plan}, so that what is refused here is what would
 * be told as failed later; nobody but the manager says what comes with a cluster; what is not there
 * yet is a warning. Never: decides; whoever installs looks again.
 */
@NullMarked
package dev.butlerlabs.butler.addons.admission;

import org.jspecify.annotations.NullMarked;
