package dev.butlerlabs.butler.tenants.order.plan;

import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An image of the factory that a pool of workers is to be made from.
 *
 * @param pool name of the pool
 * @param awaited why no machine can be made from it yet; null when the platform has it
 * @param missing the order that would bring it; null when there is one, or none may be made
 * @param found what brings it; null when there is nothing yet
 */
public record PoolImage(
    String pool, @Nullable Cause awaited, @Nullable ImageSync missing, @Nullable ObjectKey found) {

  /** Why no machine can be made from it yet. */
  public Optional<Cause> obstacle() {
    return Optional.ofNullable(awaited);
  }

  /** What brings it. */
  public Optional<ObjectKey> sync() {
    return Optional.ofNullable(found);
  }

  /** The order that would bring it. */
  public Optional<ImageSync> order() {
    return Optional.ofNullable(missing);
  }
}
