package dev.butlerlabs.butler.steward.store.driver;

import java.util.List;

/**
 * How a store does that answers.
 *
 * @param authenticated whether callers must say who they are; without it names keep nobody apart
 * @param used bytes in use
 * @param limit bytes at which it takes no more writes, 0 when it does not say
 * @param alarms what it complains about, in words; empty when all is well
 */
public record Health(
    String version, boolean authenticated, long used, long limit, List<String> alarms) {

  public Health {
    alarms = List.copyOf(alarms);
  }
}
