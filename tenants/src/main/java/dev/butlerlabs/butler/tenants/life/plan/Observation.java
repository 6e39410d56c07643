package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import dev.butlerlabs.butler.tenants.order.plan.Reading;
import dev.butlerlabs.butler.tenants.schedule.plan.Rest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything the plan may know: one look at an order and what is around it.
 *
 * @param clusterApi whether Cluster API's kinds are served and were listed
 * @param conditions of the TenantCluster, whoever wrote them
 * @param nodes addresses that IPAM gave to workers; null for none
 * @param rest whether it shall sleep now
 */
public record Observation(
    Reading reading,
    boolean clusterApi,
    Account account,
    Place place,
    Live live,
    Conditions conditions,
    NodeAddressing.@Nullable FromPools nodes,
    Rest rest) {

  Optional<NodeAddressing> pooledNodes() {
    return Optional.ofNullable(nodes);
  }
}
