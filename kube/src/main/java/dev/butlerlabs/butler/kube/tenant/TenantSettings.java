package dev.butlerlabs.butler.kube.tenant;

import dev.butlerlabs.butler.kube.client.ClientSettings;
import java.time.Duration;

/**
 * How much any one tenant may cost.
 *
 * @param client for each tenant's client; its call timeout bounds one call, the deadline all of
 *     them
 * @param deadline for one piece of work, however many calls it makes
 * @param concurrent pieces of work at one tenant at a time; further ones are turned away
 * @param tolerated failures in a row before the tenant is left alone
 * @param firstRest how long it is left alone, doubling with each failed probe
 * @param longestRest at most
 * @param idle after so long without work the client is closed
 * @param tenants clients at most; those longest without work are closed first
 */
public record TenantSettings(
    ClientSettings client,
    Duration deadline,
    int concurrent,
    int tolerated,
    Duration firstRest,
    Duration longestRest,
    Duration idle,
    int tenants) {

  public static TenantSettings usual(String userAgent) {
    var client = new ClientSettings(userAgent, Duration.ofSeconds(3), Duration.ofSeconds(8), 8);
    return new TenantSettings(
        client,
        Duration.ofSeconds(20),
        4,
        3,
        Duration.ofSeconds(5),
        Duration.ofMinutes(2),
        Duration.ofMinutes(10),
        500);
  }

  public TenantSettings withDeadline(Duration other) {
    return new TenantSettings(
        client, other, concurrent, tolerated, firstRest, longestRest, idle, tenants);
  }

  public TenantSettings withTenants(int most) {
    return new TenantSettings(
        client, deadline, concurrent, tolerated, firstRest, longestRest, idle, most);
  }
}
