package dev.butlerlabs.butler.ipam.territory;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Block;
import dev.butlerlabs.butler.ipam.address.Family;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.List;

/**
 * A pool's spec, read: its block, its windows and what it reserves by name.
 *
 * @param windows as written; one that is the whole block where none was written
 * @param windowed whether somebody wrote windows
 */
public record Outline(
    Block block, List<AddressRange> windows, boolean windowed, List<Kept> reserved) {

  /** What became of reading a spec. */
  public sealed interface Reading {

    /** It can be served from. */
    record Good(Outline outline) implements Reading {}

    /** It cannot; all that is wrong with it. */
    record Bad(List<Problem> problems) implements Reading {
      public Bad {
        problems = List.copyOf(problems);
      }
    }
  }

  public Outline {
    windows = List.copyOf(windows);
    reserved = List.copyOf(reserved);
  }

  public Family family() {
    return block.network().family();
  }

  /**
   * What this pool means to give out, before anything around it is looked at. Two pools overlap
   * where these do: what is kept back by itself is no reason for a neighbour to give it out.
   */
  public Ranges claimed() {
    return Ranges.of(windows).minus(Ranges.of(reserved.stream().map(Kept::range).toList()));
  }
}
