/** What is installed on clusters: AddonDefinition, TenantAddon, ManagementAddon. */
@NullMarked
package dev.butlerlabs.butler.api.addons;

import org.jspecify.annotations.NullMarked;
