package dev.butlerlabs.butler.tenants.objects.plan;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import java.util.Map;
import java.util.TreeMap;

/** How objects of a cluster are known. */
public final class Marks {

  /** The feature's field manager, and the value of {@link #APPLIED_BY}. */
  public static final String TENANTS = "butler-tenants";

  /** Marks what this feature applied. */
  public static final String APPLIED_BY = "butler.butlerlabs.dev/applied-by";

  /** Names the UID of the TenantCluster an object was made for. */
  public static final String OWNER = "butler.butlerlabs.dev/owner-uid";

  /** How Cluster API names the cluster of an object. */
  public static final String CLUSTER_NAME = "cluster.x-k8s.io/cluster-name";

  /** How Cluster API names the MachineDeployment of a Machine. */
  public static final String DEPLOYMENT_NAME = "cluster.x-k8s.io/deployment-name";

  /** On a tenant's namespace: objects of it that stand elsewhere, one to a line. */
  public static final String ELSEWHERE = "butler.butlerlabs.dev/elsewhere";

  /** On a tenant's namespace: the UID of the deleted cluster whose data is kept in it. */
  public static final String KEPT = Labels.KEPT;

  /** On such a namespace: until when, or that the time is over. */
  public static final String KEPT_UNTIL = "butler.butlerlabs.dev/kept-until";

  /** On a MachineDeployment: what its template was drawn for. */
  public static final String MADE_FOR = "butler.butlerlabs.dev/made-for";

  private Marks() {}

  /** What every object of a cluster carries. */
  public static Map<String, String> owner(Order order) {
    return labels(order);
  }

  private static Map<String, String> labels(Order order) {
    var labels = new TreeMap<String, String>();
    labels.put(Labels.MANAGED_BY, Labels.MANAGED_BY_BUTLER);
    labels.put(Labels.TENANT, order.name());
    labels.put(Labels.SOURCE_NAMESPACE, order.key().namespace());
    labels.put(Labels.SOURCE_NAME, order.name());
    labels.put(APPLIED_BY, TENANTS);
    labels.put(OWNER, order.uid());
    if (!order.team().isEmpty()) {
      labels.put(Labels.TEAM, order.team());
    }
    if (!order.environment().isEmpty()) {
      labels.put(Labels.ENVIRONMENT, order.environment());
    }
    return labels;
  }

  /** For an object whose labels its controller hands on to others that we did not apply. */
  static Map<String, String> handedOn(Order order) {
    var labels = part(order);
    labels.remove(APPLIED_BY);
    labels.remove(OWNER);
    return labels;
  }

  /** What Cluster API looks at carries its name for the cluster, too. */
  static Map<String, String> part(Order order) {
    var labels = labels(order);
    labels.put(CLUSTER_NAME, order.name());
    return labels;
  }
}
