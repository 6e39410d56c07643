package dev.butlerlabs.butler.ipam.infrastructure.plan;

import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.network.NetworkPoolStatus.InfrastructureAllocation;
import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.Comparator;
import java.util.stream.Stream;

/** An address and who was seen with it. */
public record Use(Address address, Source source, ObjectKey user) {

  /** One of several uses of an address is told: the one that says most, then the first by name. */
  static final Comparator<Use> ORDER =
      Comparator.comparing(Use::address).thenComparing(Use::source).thenComparing(Use::user);

  /** How a use was found. */
  public enum Source {
    METALLB,
    NODE,
    MACHINE,
    STATIC
  }

  /** A use of what the text says, or none if it is no address. */
  public static Stream<Use> of(String text, Source source, ObjectKey user) {
    return Address.parse(text) instanceof Parsed.Good<Address>(var address)
        ? Stream.of(new Use(address, source, user))
        : Stream.empty();
  }

  InfrastructureAllocation wire() {
    var ref = new NamespacedRef(user.name(), user.namespace());
    var ip = address.toString();
    return switch (source) {
      case METALLB -> new InfrastructureAllocation(ip, "metallb", null, null, ref);
      case NODE -> new InfrastructureAllocation(ip, "node", null, new LocalRef(user.name()), null);
      case MACHINE -> new InfrastructureAllocation(ip, "machine", ref, null, null);
      case STATIC -> new InfrastructureAllocation(ip, "static", null, null, null);
    };
  }
}
