package dev.butlerlabs.butler.providers.spi.machine;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * Which of the addresses a guest reports may be told to others: not loopback, link-local, multicast
 * or unspecified ones, IPv4 before IPv6, else in the order given.
 *
 * <p>Floating addresses of control planes are among them where a guest holds one: no driver knows
 * which those are.
 */
public final class UsableAddresses {

  private UsableAddresses() {}

  public static List<String> of(Collection<String> reported) {
    return new LinkedHashSet<>(reported)
        .stream()
            .flatMap(text -> parse(text).stream())
            .filter(UsableAddresses::usable)
            .sorted(Comparator.comparingInt(address -> address instanceof Inet4Address ? 0 : 1))
            .map(InetAddress::getHostAddress)
            .distinct()
            .toList();
  }

  /** Addresses of the private ranges; IPv6 counts as private when it is unique local. */
  public static boolean isPrivate(String text) {
    return parse(text)
        .map(
            address ->
                address.isSiteLocalAddress()
                    || (address.getAddress().length == 16
                        && (address.getAddress()[0] & 0xfe) == 0xfc))
        .orElse(false);
  }

  private static boolean usable(InetAddress address) {
    return !address.isLoopbackAddress()
        && !address.isLinkLocalAddress()
        && !address.isAnyLocalAddress()
        && !address.isMulticastAddress();
  }

  /** Literals only: a name would be looked up. */
  private static Optional<InetAddress> parse(String text) {
    try {
      return Optional.of(InetAddress.ofLiteral(text));
    } catch (IllegalArgumentException notAnAddress) {
      return Optional.empty();
    }
  }
}
