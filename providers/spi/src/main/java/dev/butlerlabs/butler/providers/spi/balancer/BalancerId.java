package dev.butlerlabs.butler.providers.spi.balancer;

/**
 * Which balancer is meant: the cluster its platform objects are named after, and the UID of the
 * object it is made for.
 */
public record BalancerId(String cluster, String uid) {}
