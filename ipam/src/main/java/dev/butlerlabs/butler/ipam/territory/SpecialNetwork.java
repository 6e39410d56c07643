package dev.butlerlabs.butler.ipam.territory;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Block;
import java.util.List;
import java.util.Optional;

/** A network whose addresses no machine can have for others to reach. */
record SpecialNetwork(Block block, String what) {

  private static final List<SpecialNetwork> ALL =
      List.of(
          of("0.0.0.0/8", "addresses that mean \"this network\""),
          of("127.0.0.0/8", "loopback addresses"),
          of("169.254.0.0/16", "addresses of one link only"),
          of("224.0.0.0/4", "multicast addresses"),
          of("240.0.0.0/4", "addresses that nobody may use"),
          // ::, ::1 and the IPv4 addresses written as IPv6 all lie in here.
          of("::/80", "addresses with a meaning of their own, such as loopback"),
          of("fe80::/10", "addresses of one link only"),
          of("ff00::/8", "multicast addresses"));

  private static SpecialNetwork of(String block, String what) {
    return new SpecialNetwork(Block.parse(block).require(), what);
  }

  static Optional<SpecialNetwork> touching(AddressRange range) {
    return ALL.stream().filter(special -> special.block.range().overlaps(range)).findFirst();
  }

  /** "127.0.0.0/8, loopback addresses". */
  String sentence() {
    return block + ", " + what;
  }
}
