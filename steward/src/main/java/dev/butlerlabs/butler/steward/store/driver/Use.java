package dev.butlerlabs.butler.steward.store.driver;

/**
 * What a tenant keeps in a store.
 *
 * @param bytes of keys and values, worked out from samples of each kind of object
 */
public record Use(long keys, long bytes) {}
