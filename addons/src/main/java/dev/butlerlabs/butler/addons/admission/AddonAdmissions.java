package dev.butlerlabs.butler.addons.admission;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.ManagementAddon;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.admission.Admission;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;

/** All that is asked about addons before it is stored. */
public final class AddonAdmissions {

  private AddonAdmissions() {}

  /**
   * For one process.
   *
   * @param client by whose name the manager writes
   */
  public static List<Admission<?>> all(KubernetesClient client, Cache cache) {
    var records = new StoredRecords(client, cache);
    return List.of(
        Admission.onWrite(
                "tenantaddons", TenantAddon.class, new TenantAddonRule(records, new Self(client)))
            .heeding(Labels.PLATFORM_ADDON)
            .heedingAnnotation(Annotations.ADOPT_RELEASE),
        Admission.onWrite(
                "managementaddons", ManagementAddon.class, new ManagementAddonRule(records))
            .heedingAnnotation(Annotations.ADOPT_RELEASE),
        Admission.onWrite("addondefinitions", AddonDefinition.class, new DefinitionRule(records)),
        Admission.onWrite("butlerconfig-addons", ButlerConfig.class, new SettingsRule()));
  }
}
