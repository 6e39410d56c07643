package dev.butlerlabs.butler.testkit.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A script of what shall go wrong and at which call. Every line of it happens once at most.
 *
 * <p>Where two lines meet at one call the first one counts.
 */
public record Faults(List<Line> lines) {

  public Faults {
    lines = List.copyOf(lines);
  }

  /** One fault and its aim: the n-th of the calls that match. */
  public record Line(Fault fault, int nth, String among, Predicate<Call> matches) {

    public Line {
      if (nth < 1) {
        throw new IllegalArgumentException("calls are counted from 1, not " + nth);
      }
    }

    @Override
    public String toString() {
      return "%s at %s %d".formatted(fault, among, nth);
    }
  }

  public static Faults none() {
    return new Faults(List.of());
  }

  /** At the n-th request of any kind; watches are not counted. */
  public Faults at(int call, Fault fault) {
    return and(new Line(fault, call, "call", _ -> true));
  }

  /** At the n-th request that may change something. */
  public Faults atWrite(int write, Fault fault) {
    return and(new Line(fault, write, "write", call -> call.verb().writes()));
  }

  /** At the n-th request that matches; {@code among} names them in the log. */
  public Faults atNth(int nth, String among, Predicate<Call> matches, Fault fault) {
    return and(new Line(fault, nth, among, matches));
  }

  private Faults and(Line line) {
    var more = new ArrayList<>(lines);
    more.add(line);
    return new Faults(more);
  }

  @Override
  public String toString() {
    return lines.isEmpty()
        ? "no faults"
        : lines.stream().map(Line::toString).collect(Collectors.joining(", "));
  }
}
