package dev.butlerlabs.butler.ipam.territory;

import dev.butlerlabs.butler.api.network.NetworkPoolSpec;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Block;
import dev.butlerlabs.butler.ipam.address.Family;
import dev.butlerlabs.butler.ipam.territory.Surroundings.Fixture;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Lays an outline over its surroundings. */
final class Survey {

  private final Outline outline;
  private final boolean autoReserves;
  private final Surroundings around;
  private final List<Kept> kept;
  private final List<Remark> remarks = new ArrayList<>();

  private Survey(NetworkPoolSpec spec, Outline outline, Surroundings around) {
    this.outline = outline;
    this.autoReserves = spec.autoReserves();
    this.around = around;
    this.kept = new ArrayList<>(outline.reserved());
  }

  static Territory of(NetworkPoolSpec spec, Outline outline, Surroundings around) {
    var survey = new Survey(spec, outline, around);
    survey.keepTheNetworksOwn();
    survey.keepFixtures();
    survey.keepShared();
    survey.keepHeldElsewhere();
    survey.lookAtClusterNetworks();
    survey.kept.sort(Comparator.comparing(Kept::range));
    return new Territory(Optional.of(outline), survey.kept, survey.remarks);
  }

  private void keepTheNetworksOwn() {
    if (!autoReserves) {
      return;
    }
    var own = ofTheNetwork(outline.block());
    var first = outline.family() == Family.IPV4 ? "network address" : "subnet router address";
    for (var at = 0; at < own.size(); at++) {
      kept.add(
          new Kept(
              own.get(at), new Kept.Cause.OfTheNetwork(at == 0 ? first : "broadcast address")));
    }
  }

  /**
   * The addresses a network needs for itself: its first and last in IPv4, its first in IPv6, where
   * the routers listen. A network of one or two addresses has none.
   */
  static List<AddressRange> ofTheNetwork(Block block) {
    var range = block.range();
    if (block.prefix() >= range.family().bits() - 1) {
      return List.of();
    }
    return range.family() == Family.IPV4
        ? List.of(AddressRange.of(range.start()), AddressRange.of(range.end()))
        : List.of(AddressRange.of(range.start()));
  }

  private void keepFixtures() {
    var claimed = outline.claimed();
    for (var fixture : around.fixtures()) {
      if (!outline.block().range().contains(fixture.address())) {
        continue;
      }
      var inWindow = claimed.contains(fixture.address());
      if (fixture.cause() instanceof Kept.Cause.OfProvider) {
        keepOfProvider(fixture, inWindow);
      } else {
        kept.add(new Kept(fixture.range(), fixture.cause()));
        if (inWindow) {
          remarks.add(new Remark.ForeignUse(fixture.address(), fixture.cause()));
        }
      }
    }
  }

  private void keepOfProvider(Fixture fixture, boolean inWindow) {
    if (autoReserves) {
      kept.add(new Kept(fixture.range(), fixture.cause()));
    }
    if (inWindow && (outline.windowed() || !autoReserves)) {
      remarks.add(new Remark.OverFixture(fixture.address(), fixture.cause(), autoReserves));
    }
  }

  private void keepShared() {
    for (var neighbour : around.pools()) {
      if (SpecReader.read(neighbour.spec()) instanceof Outline.Reading.Good(var theirs)
          && theirs.block().range().overlaps(outline.block().range())) {
        var shared = outline.claimed().common(theirs.claimed());
        if (!shared.isEmpty()) {
          remarks.add(new Remark.Overlap(neighbour.key(), shared));
        }
        shared
            .all()
            .forEach(range -> kept.add(new Kept(range, new Kept.Cause.Shared(neighbour.key()))));
      }
    }
  }

  private void keepHeldElsewhere() {
    for (var held : around.heldElsewhere()) {
      held.range()
          .common(outline.block().range())
          .ifPresent(range -> kept.add(new Kept(range, held.cause())));
      if (held.cause() instanceof Kept.Cause.Unclear(var why)) {
        remarkUnclear(Ranges.of(held.range()), why);
      }
    }
  }

  private void remarkUnclear(Ranges held, String why) {
    var shared = outline.claimed().common(held);
    if (!shared.isEmpty()) {
      remarks.add(new Remark.Unclear(shared, why));
    }
  }

  private void lookAtClusterNetworks() {
    for (var network : around.networks()) {
      var shared = outline.claimed().common(Ranges.of(network.block().range()));
      if (!shared.isEmpty()) {
        remarks.add(new Remark.OverClusterNetwork(shared, network.whose()));
      }
    }
  }
}
