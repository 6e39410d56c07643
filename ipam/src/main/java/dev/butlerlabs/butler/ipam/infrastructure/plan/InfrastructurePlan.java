package dev.butlerlabs.butler.ipam.infrastructure.plan;

import dev.butlerlabs.butler.api.network.NetworkPoolStatus.InfrastructureAllocation;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Block;
import dev.butlerlabs.butler.ipam.territory.Held;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Which of the uses that were seen are told in a pool's status. */
public final class InfrastructurePlan {

  private InfrastructurePlan() {}

  /**
   * The uses inside the block, ascending, each address once.
   *
   * @param tenants which cluster a namespace of the management cluster belongs to
   * @param held what is given out of the pool, asked for only where a tenant uses some of it: its
   *     own use of what it was given is left out
   */
  public static List<InfrastructureAllocation> of(
      Block block,
      Collection<Use> uses,
      Map<String, ObjectKey> tenants,
      Supplier<? extends Collection<Held>> held) {
    var inside = uses.stream().filter(use -> block.range().contains(use.address())).toList();
    var own =
        inside.stream().anyMatch(use -> tenants.containsKey(use.user().namespace()))
            ? held.get().stream().collect(Collectors.groupingBy(Held::tenant))
            : Map.<ObjectKey, List<Held>>of();
    var told = new LinkedHashMap<String, InfrastructureAllocation>();
    inside.stream()
        .filter(use -> !own(use, tenants, own))
        .sorted(Use.ORDER)
        .forEach(use -> told.putIfAbsent(use.address().toString(), use.wire()));
    return List.copyOf(told.values());
  }

  private static boolean own(
      Use use, Map<String, ObjectKey> tenants, Map<ObjectKey, List<Held>> held) {
    var tenant = tenants.get(use.user().namespace());
    var range = AddressRange.of(use.address());
    return tenant != null
        && held.getOrDefault(tenant, List.of()).stream()
            .anyMatch(one -> one.range().contains(range));
  }
}
