package dev.butlerlabs.butler.providers.contracttests;

import dev.butlerlabs.butler.providers.spi.balancer.BalancerState;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageState;

/** What a driver of balancers or of images said: the two have the same four answers. */
public sealed interface Told {

  record Absent() implements Told {}

  record Underway(String doing, Memo memo) implements Told {}

  record Ready(Object what) implements Told {}

  record Unclear(Fault fault) implements Told {}

  static Told of(BalancerState state) {
    return switch (state) {
      case BalancerState.Absent _ -> new Absent();
      case BalancerState.Underway(var doing, var memo) -> new Underway(doing, memo);
      case BalancerState.Ready ready -> new Ready(ready);
      case BalancerState.Unclear(var fault) -> new Unclear(fault);
    };
  }

  static Told of(ImageState state) {
    return switch (state) {
      case ImageState.Absent _ -> new Absent();
      case ImageState.Underway(var stage, var doing, var memo, _) ->
          new Underway(stage + ": " + doing, memo);
      case ImageState.Ready ready -> new Ready(ready);
      case ImageState.Unclear(var fault) -> new Unclear(fault);
    };
  }

  /** All that a reader could see of it. */
  default String shown() {
    return this instanceof Unclear(var fault) ? this + fault.sentence() : toString();
  }
}
