package dev.butlerlabs.butler.ipam.territory;

import dev.butlerlabs.butler.api.network.NetworkPoolSpec;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Block;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Reads the spec of a pool and finds everything that is wrong with it by itself, at once. */
public final class SpecReader {

  private final NetworkPoolSpec spec;
  private final List<Problem> problems = new ArrayList<>();

  private SpecReader(NetworkPoolSpec spec) {
    this.spec = spec;
  }

  public static Outline.Reading read(NetworkPoolSpec spec) {
    return new SpecReader(spec).read();
  }

  private Outline.Reading read() {
    var block = parsed("spec.cidr", Block.parse(spec.cidr()));
    block.ifPresent(this::checkServable);
    var reserved = reserved(block);
    var written = windows(block);
    checkOrder(written);
    checkEdges(written, reserved);
    if (!problems.isEmpty() || block.isEmpty()) {
      return new Outline.Reading.Bad(problems);
    }
    var whole = block.get();
    var windows = written.isEmpty() ? List.of(whole.range()) : written;
    return new Outline.Reading.Good(new Outline(whole, windows, !written.isEmpty(), reserved));
  }

  private void checkServable(Block block) {
    if (block.prefix() == 0) {
      problems.add(
          new Problem(
              "spec.cidr",
              "%s is every %s address there is".formatted(block, block.network().family()),
              "write the network that is yours, for example 10.40.0.0/16"));
      return;
    }
    SpecialNetwork.touching(block.range())
        .ifPresent(
            special ->
                problems.add(
                    new Problem(
                        "spec.cidr",
                        "%s holds %s".formatted(block, special.sentence()),
                        "write a network without these addresses")));
  }

  private List<Kept> reserved(Optional<Block> block) {
    var reserved = new ArrayList<Kept>();
    for (var at = 0; at < spec.reserved().size(); at++) {
      var field = "spec.reserved[%d].cidr".formatted(at);
      var part = spec.reserved().get(at);
      parsed(field, Block.parse(part.cidr()))
          .map(Block::range)
          .filter(range -> inside(field, range, block))
          .ifPresent(
              range ->
                  reserved.add(
                      new Kept(
                          range,
                          new Kept.Cause.Reserved(
                              Objects.requireNonNullElse(part.description(), "")))));
    }
    return reserved;
  }

  private List<AddressRange> windows(Optional<Block> block) {
    var single = spec.tenantAllocation();
    if (single != null
        && single.ranges().isEmpty()
        && (single.start() == null) != (single.end() == null)) {
      problems.add(
          new Problem(
              "spec.tenantAllocation",
              "only one of start and end is given",
              "give both, or neither, or use ranges instead"));
    }
    var windows = new ArrayList<AddressRange>();
    var written = spec.allocatableRanges();
    for (var at = 0; at < written.size(); at++) {
      var field = windowField(at);
      var window = written.get(at);
      parsed(field, AddressRange.between(window.start(), window.end()))
          .filter(range -> inside(field, range, block))
          .ifPresent(windows::add);
    }
    return windows;
  }

  private String windowField(int at) {
    var allocation = spec.tenantAllocation();
    return allocation != null && allocation.ranges().isEmpty()
        ? "spec.tenantAllocation"
        : "spec.tenantAllocation.ranges[%d]".formatted(at);
  }

  private boolean inside(String field, AddressRange range, Optional<Block> block) {
    if (block.isEmpty() || block.get().range().contains(range)) {
      return true;
    }
    var whole = block.get();
    var trouble =
        whole.network().family() == range.family()
            ? "%s lies outside the pool's %s".formatted(range, whole)
            : "%s is %s, but the pool's %s is %s"
                .formatted(range, range.family(), whole, whole.network().family());
    var remedy =
        whole.network().family() == range.family()
            ? "write a part of %s, or a larger spec.cidr".formatted(whole)
            : "make a NetworkPool of its own for each family";
    problems.add(new Problem(field, trouble, remedy));
    return false;
  }

  private void checkOrder(List<AddressRange> windows) {
    for (var at = 1; at < windows.size(); at++) {
      var before = windows.get(at - 1);
      var window = windows.get(at);
      if (before.overlaps(window)) {
        problems.add(
            new Problem(
                "spec.tenantAllocation.ranges",
                "%s and %s overlap".formatted(before, window),
                "let every address stand in one range only"));
      } else if (window.start().isBefore(before.start())) {
        problems.add(
            new Problem(
                "spec.tenantAllocation.ranges",
                "%s stands behind %s".formatted(window, before),
                "sort the ranges by start"));
      }
    }
  }

  private void checkEdges(List<AddressRange> windows, List<Kept> reserved) {
    for (var part : reserved) {
      for (var window : windows) {
        if (window.overlaps(part.range()) && !window.contains(part.range())) {
          problems.add(
              new Problem(
                  "spec.reserved",
                  "%s crosses the edge of the range %s".formatted(part.range(), window),
                  "split it at the edge, or move the edge"));
        }
      }
    }
  }

  private <T> Optional<T> parsed(String field, Parsed<T> parsed) {
    return switch (parsed) {
      case Parsed.Good<T>(var value) -> Optional.of(value);
      case Parsed.Bad<T>(var sentence) -> {
        problems.add(new Problem(field, sentence, ""));
        yield Optional.empty();
      }
    };
  }
}
