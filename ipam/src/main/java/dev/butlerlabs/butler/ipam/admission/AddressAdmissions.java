package dev.butlerlabs.butler.ipam.admission;

import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.kube.admission.Admission;
import java.util.List;

/** All that is asked about addresses before it is stored. */
public final class AddressAdmissions {

  private AddressAdmissions() {}

  public static List<Admission<?>> all(Records records) {
    return List.of(
        Admission.onWrite("networkpools", NetworkPool.class, new PoolRule(records)),
        Admission.onDelete(
            "networkpool-deletions", NetworkPool.class, new PoolDeletionRule(records)),
        Admission.onWrite("ipallocations", IPAllocation.class, new ClaimRule(records)),
        Admission.onWrite(
            "providerconfig-networks", ProviderConfig.class, new ProviderNetworkRule(records)));
  }
}
