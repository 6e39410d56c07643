package dev.butlerlabs.butler.providers.spi.infrastructure;

/** Names an object of a Cluster API provider, in the cluster's namespace. */
public record Reference(String apiVersion, String kind, String name) {}
