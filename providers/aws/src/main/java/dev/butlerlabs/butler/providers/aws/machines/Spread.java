package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.kernel.Checksum;
import dev.butlerlabs.butler.providers.aws.machines.Ec2Api.Subnet;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which subnet a machine goes to. */
final class Spread {

  private static final Pattern NUMBERED = Pattern.compile(".*?(\\d{1,9})");
  private static final Pattern CIDR =
      Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})/(\\d{1,2})");

  private Spread() {}

  /**
   * The one whose zone has fewest machines of the same cluster and role. Machines that are ordered
   * at the same time see none of each other, so among equals the number in the name decides.
   *
   * @param perZone how many such machines each zone has
   */
  static Subnet choose(MachineId id, List<Subnet> subnets, Map<String, Long> perZone) {
    var turn = turn(id, subnets.size());
    return subnets.stream()
        .min(
            Comparator.<Subnet>comparingLong(subnet -> perZone.getOrDefault(subnet.zone(), 0L))
                .thenComparingInt(
                    subnet -> Math.floorMod(subnets.indexOf(subnet) - turn, subnets.size())))
        .orElseThrow();
  }

  private static int turn(MachineId id, int places) {
    var number = NUMBERED.matcher(id.name());
    var index =
        number.matches()
            ? Integer.parseInt(number.group(1))
            : Integer.parseUnsignedInt(Checksum.of(id.uid()).text().substring(0, 7), 16);
    return index % places;
  }

  /** The one after this, round and round. */
  static Subnet after(String id, List<Subnet> subnets) {
    for (var i = 0; i < subnets.size(); i++) {
      if (subnets.get(i).id().equals(id)) {
        return subnets.get((i + 1) % subnets.size());
      }
    }
    return subnets.getFirst();
  }

  static boolean holds(Subnet subnet, String address) {
    var net = number(subnet.cidr());
    var host = number(address + "/32");
    if (net.isEmpty() || host.isEmpty()) {
      return false;
    }
    var length = Integer.parseInt(subnet.cidr().substring(subnet.cidr().indexOf('/') + 1));
    var mask = length == 0 ? 0L : -1L << (32 - length);
    return (net.get() & mask) == (host.get() & mask);
  }

  /** A subnet's router always has its first address. */
  static boolean routes(Subnet subnet, String gateway) {
    var net = number(subnet.cidr());
    return net.isPresent() && number(gateway + "/32").filter(at -> at == net.get() + 1).isPresent();
  }

  private static Optional<Long> number(String cidr) {
    var match = CIDR.matcher(cidr);
    if (!match.matches()) {
      return Optional.empty();
    }
    var number = 0L;
    for (var i = 1; i <= 4; i++) {
      number = number << 8 | Integer.parseInt(match.group(i));
    }
    return Optional.of(number);
  }
}
