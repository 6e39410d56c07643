package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.tenants.cause.plan.Found;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Looks for a cause when somebody first asks, and gives everybody that answer; for one thread. */
final class Once implements Supplier<Optional<Found>> {

  private final Supplier<Optional<Found>> search;

  /** Empty before the search. */
  private final List<Optional<Found>> answer = new ArrayList<>();

  Once(Supplier<Optional<Found>> search) {
    this.search = search;
  }

  @Override
  public Optional<Found> get() {
    if (answer.isEmpty()) {
      answer.add(search.get());
    }
    return answer.getFirst();
  }
}
