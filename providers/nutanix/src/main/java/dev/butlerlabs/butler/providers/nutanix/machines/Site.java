package dev.butlerlabs.butler.providers.nutanix.machines;

/** Where a machine goes and what it starts from, by UUID. */
record Site(String cluster, String subnet, String image) {}
