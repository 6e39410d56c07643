package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;

/** What a tenant's quota is counted by: its cluster, and what the addresses are for. */
public record Share(ObjectKey tenant, IPAllocationSpec.Type type) {}
