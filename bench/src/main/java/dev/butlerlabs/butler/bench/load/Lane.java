package dev.butlerlabs.butler.bench.load;

import java.io.IOException;

/** A way of asking. */
interface Lane {

  /** The answer's status. Asks once and never again. */
  int ask(Question question) throws IOException, InterruptedException;
}
