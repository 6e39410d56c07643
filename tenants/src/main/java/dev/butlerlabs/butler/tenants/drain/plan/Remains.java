package dev.butlerlabs.butler.tenants.drain.plan;

import java.util.List;
import java.util.stream.Collectors;

/** What is still there of that which is to go, named as people know it. */
public record Remains(List<String> things) {

  /** More of them would tell the same. */
  private static final int NAMED = 3;

  public Remains {
    things = List.copyOf(things);
  }

  public boolean none() {
    return things.isEmpty();
  }

  @Override
  public String toString() {
    var more = things.size() - NAMED;
    return things.stream().limit(NAMED).collect(Collectors.joining(", "))
        + (more > 0 ? " and %d more".formatted(more) : "");
  }
}
