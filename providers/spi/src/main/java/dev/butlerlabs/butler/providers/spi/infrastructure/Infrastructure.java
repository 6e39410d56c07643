package dev.butlerlabs.butler.providers.spi.infrastructure;

import dev.butlerlabs.butler.api.ProviderType;

/**
 * Draws the workers of one cluster as objects of a platform's Cluster API provider.
 *
 * <p>A pure function: it asks nobody, so it may be called at any time and as often as one likes. It
 * throws for no order; an order that cannot be drawn is {@link Drawing.Refused} with all its
 * problems at once.
 */
public interface Infrastructure {

  /** Whose ProviderConfigs this draws for. */
  ProviderType provider();

  Drawing draw(WorkerOrder order);

  /** Whether machines are only said to run, so that nothing that needs a real one can be asked. */
  default boolean simulated() {
    return false;
  }
}
