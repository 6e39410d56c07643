package dev.butlerlabs.butler.providers.machines.balancer.plan;

/** What is known of a balancer that serves. */
public record BalancerFacts(String endpoint, String resourceId, int registered) {

  @Override
  public String toString() {
    return "%s at %s, %d machines behind it".formatted(resourceId, endpoint, registered);
  }
}
