package dev.butlerlabs.butler.bench;

import java.util.List;

/** One part of a benchmark, which can also be run alone. */
public interface Part {

  /** What people type to run it alone. */
  String name();

  /** How much of what it measures is measured, unless told otherwise. */
  int size();

  List<Figure> run(int size) throws Exception;
}
