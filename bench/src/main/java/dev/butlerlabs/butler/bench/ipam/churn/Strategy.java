package dev.butlerlabs.butler.bench.ipam.churn;

/** A way to choose among free runs. */
public interface Strategy {

  /** The first of so many contiguous addresses that are now taken, or -1. */
  int take(int size);

  void giveBack(int start, int size);

  /** As a pool's status tells it. */
  int fragmentationPercent();

  int free();
}
