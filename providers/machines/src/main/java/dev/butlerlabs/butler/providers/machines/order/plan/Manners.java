package dev.butlerlabs.butler.providers.machines.order.plan;

import java.time.Duration;

/**
 * How one kind of thing is spoken of, and what is expected of it.
 *
 * @param noun what it is, as in "load balancer"
 * @param kind of the object that orders it
 * @param ready why it is ready, in one word
 * @param lost why it failed when somebody removed it, in one word
 * @param replaced a new one is as good as one that was removed
 * @param deadline when a thing that is still not there counts as failed
 * @param check while it is there: when it is looked at again
 */
public record Manners(
    String noun,
    String kind,
    String ready,
    String lost,
    boolean replaced,
    Duration deadline,
    Duration check) {}
