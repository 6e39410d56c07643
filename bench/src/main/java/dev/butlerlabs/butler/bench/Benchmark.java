package dev.butlerlabs.butler.bench;

import java.util.List;

/** One thing that can be measured by name. */
public interface Benchmark {

  /** What it shows, in a line. */
  String about();

  /** Measures; progress goes to standard error. */
  List<Figure> run(List<String> arguments) throws Exception;
}
