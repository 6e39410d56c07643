package dev.butlerlabs.butler.providers.spi.infrastructure;

import java.util.List;

/** Where workers have their addresses from. */
public sealed interface NodeAddressing {

  /** The network itself gives them: a cloud, or DHCP. */
  record FromNetwork() implements NodeAddressing {}

  /**
   * Out of ranges that IPAM gave to this cluster.
   *
   * @param subnet the network the ranges are in, as a CIDR
   */
  record FromPools(List<Range> ranges, String subnet, String gateway, List<String> dnsServers)
      implements NodeAddressing {

    public FromPools {
      if (ranges.isEmpty()) {
        throw new IllegalArgumentException("a node range has at least one address");
      }
      ranges = List.copyOf(ranges);
      dnsServers = List.copyOf(dnsServers);
    }

    /** How many bits of an address name the network. */
    public int prefixLength() {
      return Integer.parseInt(subnet.substring(subnet.indexOf('/') + 1));
    }

    public boolean ipv6() {
      return subnet.indexOf(':') >= 0;
    }

    /** All ranges as people write them. */
    public String text() {
      return String.join(", ", ranges.stream().map(Range::text).toList());
    }
  }

  /** From a first to a last address, both included. */
  record Range(String first, String last) {

    /** One address, or both ends with a dash between. */
    public String text() {
      return first.equals(last) ? first : first + "-" + last;
    }
  }
}
