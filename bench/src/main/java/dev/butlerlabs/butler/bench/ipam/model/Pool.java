package dev.butlerlabs.butler.bench.ipam.model;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.allocator.Capacity;
import dev.butlerlabs.butler.ipam.allocator.Occupant;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Something that can be played: the allocator, the model, or the allocator with a planted bug. */
public interface Pool {

  /** What the pool answers; answers are compared with {@code equals}. */
  Object play(Step step);

  Capacity capacity();

  Occupant<Integer> occupant(int cell);

  List<AddressRange> rangesOf(int holder);

  Optional<Instant> nextRestEnd();
}
