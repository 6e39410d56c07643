package dev.butlerlabs.butler.bench.ipam.churn;

/** Takes the largest run. */
final class WorstFit extends Shelf {

  WorstFit(int addresses) {
    super(addresses);
  }

  @Override
  int choose(int size) {
    return largest(size);
  }
}
