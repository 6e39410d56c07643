package dev.butlerlabs.butler.addons.admission;

import dev.butlerlabs.butler.addons.catalog.plan.SourcePolicy;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the rules look things up in. */
interface Records {

  /** Where charts may come from. */
  SourcePolicy sources();

  /** All definitions as this process has seen them; one that is named is looked for. */
  Map<String, AddonDefinitionSpec> catalogWith(String definition);

  /** All definitions as they are stored. */
  Map<String, AddonDefinitionSpec> storedCatalog();

  /** Those of a namespace that are not on their way out. */
  List<TenantAddon> addons(String namespace);

  /** Definitions of the ManagementAddons that are not on their way out, by the addon's name. */
  Map<String, String> management();

  /** The team that a cluster belongs to: the one it lives with, else the one it names. */
  Optional<Team> team(ObjectKey cluster);

  /** Names of a namespace's TenantClusters. */
  List<String> clusters(String namespace);
}
