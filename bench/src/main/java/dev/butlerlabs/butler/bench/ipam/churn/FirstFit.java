package dev.butlerlabs.butler.bench.ipam.churn;

/** Takes the lowest run that is large enough. */
final class FirstFit extends Shelf {

  FirstFit(int addresses) {
    super(addresses);
  }

  @Override
  int choose(int size) {
    return lowest(size);
  }
}
