package dev.butlerlabs.butler.ipam.territory;

import dev.butlerlabs.butler.api.network.NetworkPoolSpec;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Family;
import dev.butlerlabs.butler.kernel.Problem;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * What of a pool may be given out: the windows less what is kept back.
 *
 * @param outline the spec, read; absent when it is wrong, and then nothing may be given out
 * @param kept what is kept back anywhere in the block, ascending; parts may lie over each other
 * @param remarks what a person should know, in a fixed order
 */
public record Territory(Optional<Outline> outline, List<Kept> kept, List<Remark> remarks) {

  public Territory {
    kept = List.copyOf(kept);
    remarks = List.copyOf(remarks);
  }

  public static Territory of(NetworkPoolSpec spec, Surroundings around) {
    return switch (SpecReader.read(spec)) {
      case Outline.Reading.Good(var outline) -> Survey.of(spec, outline, around);
      case Outline.Reading.Bad(var problems) ->
          new Territory(
              Optional.empty(),
              List.of(),
              problems.stream().<Remark>map(Remark.Invalid::new).toList());
    };
  }

  /** Whether the spec can be served from. */
  public boolean valid() {
    return outline.isPresent();
  }

  public Optional<Family> family() {
    return outline.map(Outline::family);
  }

  /** The ranges addresses are given out from, as written; empty when the spec is wrong. */
  public List<AddressRange> windows() {
    return outline.map(Outline::windows).orElse(List.of());
  }

  /** The parts of the windows that are kept back, each address once. */
  public List<AddressRange> closed() {
    return Ranges.of(windows()).common(keptRanges()).all();
  }

  /** What may be given out, each address once; touching windows are one here. */
  public List<AddressRange> open() {
    return Ranges.of(windows()).minus(keptRanges()).all();
  }

  /** Whether the other gives out exactly the same addresses, whatever it has to tell about them. */
  public boolean givesOutTheSameAs(Territory other) {
    return windows().equals(other.windows()) && closed().equals(other.closed());
  }

  /** Why an address is kept back; the first cause where there are several. */
  public Optional<Kept> keptAt(AddressRange range) {
    return kept.stream().filter(part -> part.range().overlaps(range)).findFirst();
  }

  /** All addresses of the block. */
  public BigInteger poolSize() {
    return outline.map(read -> read.block().range().size()).orElse(BigInteger.ZERO);
  }

  /** Reserved by name, and kept back for the network, gateways and DNS servers. */
  public Ranges reservedParts() {
    return Ranges.of(kept.stream().filter(Kept::reservedPart).map(Kept::range).toList());
  }

  /** Parts of the block that are neither reserved nor in a window. */
  public Ranges unmanaged() {
    return outline
        .map(
            read ->
                Ranges.of(read.block().range())
                    .minus(reservedParts())
                    .minus(Ranges.of(read.windows())))
        .orElse(Ranges.none());
  }

  /** The same, less the block's first and last address where the network itself uses these. */
  public BigInteger unmanagedScope() {
    return outline
        .map(read -> unmanaged().minus(Ranges.of(Survey.ofTheNetwork(read.block()))).size())
        .orElse(BigInteger.ZERO);
  }

  /** What is wrong with the spec, if anything. */
  public List<Problem> problems() {
    return remarks.stream().filter(Remark.Invalid.class::isInstance).map(Remark::problem).toList();
  }

  private Ranges keptRanges() {
    return Ranges.of(kept.stream().map(Kept::range).toList());
  }
}
