package dev.butlerlabs.butler.ipam.territory;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.kernel.ObjectKey;

/** Addresses of a pool that somebody was given: through which claim, for which tenant cluster. */
public record Held(AddressRange range, ObjectKey claim, ObjectKey tenant) {}
