package dev.butlerlabs.butler.tenants.drain.plan;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What of a cluster is taken away from inside before the cluster itself is. */
public enum DrainPolicy {
  NONE("none"),

  /** Services of type LoadBalancer: nobody's data, and somebody pays for them. */
  LOAD_BALANCERS("load-balancers"),

  /** These, and every volume with its data. */
  VOLUMES("volumes");

  /** As the annotation may say it, for the API server. */
  public static final String PATTERN =
      Arrays.stream(values()).map(DrainPolicy::word).collect(Collectors.joining("|", "^(", ")$"));

  /** On these platforms load balancers are programs inside of the cluster, and go with it. */
  private static final Set<String> BALANCED_INSIDE =
      Set.of("LocalCluster", "ProxmoxCluster", "NutanixCluster");

  private final String word;

  DrainPolicy(String word) {
    this.word = word;
  }

  /** How the annotation says it. */
  public String word() {
    return word;
  }

  /**
   * What holds for a cluster: its own word, else what its platform needs.
   *
   * @param infrastructure the kind of Cluster API's object for it; empty for none
   */
  public static DrainPolicy of(TenantCluster cluster, String infrastructure) {
    return said(cluster)
        .flatMap(DrainPolicy::read)
        .orElse(
            infrastructure.isEmpty() || BALANCED_INSIDE.contains(infrastructure)
                ? NONE
                : LOAD_BALANCERS);
  }

  /** What the cluster says, if nobody can read that: then nothing of it may go yet. */
  public static Optional<String> unreadable(TenantCluster cluster) {
    return said(cluster).filter(word -> read(word).isEmpty());
  }

  private static Optional<DrainPolicy> read(String word) {
    return Arrays.stream(values()).filter(one -> one.word.equals(word)).findFirst();
  }

  private static Optional<String> said(TenantCluster cluster) {
    return Optional.ofNullable(
        Objects.requireNonNullElse(cluster.getMetadata().getAnnotations(), Map.<String, String>of())
            .get(Annotations.DELETION_DRAIN));
  }
}
