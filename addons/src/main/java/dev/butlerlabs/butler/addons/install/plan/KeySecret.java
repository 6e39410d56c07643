package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.kernel.ObjectKey;

/**
 * A Secret with the keys of those who may sign a chart.
 *
 * @param seen which version of it, as far as it is watched; empty otherwise
 */
public record KeySecret(ObjectKey secret, String seen) {

  @Override
  public String toString() {
    return secret + "@" + seen;
  }
}
