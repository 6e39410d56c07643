package dev.butlerlabs.butler.providers.spi.infrastructure;

import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Collects everything that keeps an order from being drawn, so that all is told at once. */
public final class Problems {

  private final List<Problem> found = new ArrayList<>();

  public void add(String subject, String trouble, String remedy) {
    found.add(new Problem(subject, trouble, remedy));
  }

  /** The value, or a stand-in and one problem more. */
  public String require(Optional<String> value, String subject, String trouble, String remedy) {
    if (value.isEmpty()) {
      add(subject, trouble, remedy);
    }
    return value.orElse("");
  }

  /** What the drawing says, unless something was found; it is then not even begun. */
  public Drawing or(Supplier<Drawing> drawing) {
    return found.isEmpty() ? drawing.get() : new Drawing.Refused(found);
  }
}
