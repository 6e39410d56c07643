package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.AddressRange;

/** A range and who holds it. */
public record Holding<H>(AddressRange range, H holder) {}
