package dev.butlerlabs.butler.tenants.cause;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.tenants.cause.plan.Part;
import dev.butlerlabs.butler.tenants.cause.plan.Refused;
import dev.butlerlabs.butler.tenants.cause.plan.Tree;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.List;

/** Makes the tree of one cluster out of objects of any kind, typed or not. */
public final class Trees {

  private static final ObjectMapper MAPPER = WireFormat.mapper();

  private Trees() {}

  /**
   * All that is known about a cluster.
   *
   * @param around everything else, in no order; see {@link Tree}
   * @param refused what could not be written in this run
   */
  public static Tree of(
      TenantCluster cluster, Collection<? extends HasMetadata> around, List<Refused> refused) {
    return Tree.of(tree(cluster), around.stream().map(Trees::tree).toList(), refused);
  }

  /** One object of it. */
  public static Part part(HasMetadata object) {
    return new Part(tree(object));
  }

  private static JsonNode tree(HasMetadata object) {
    return MAPPER.valueToTree(object);
  }
}
