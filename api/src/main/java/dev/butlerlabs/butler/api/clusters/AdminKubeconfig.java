package dev.butlerlabs.butler.api.clusters;

import java.util.List;

/** The Secrets beside a cluster's control plane that hold its administrator's kubeconfig. */
public final class AdminKubeconfig {

  private AdminKubeconfig() {}

  /** The one that {@code status.kubeconfigSecretRef} names. */
  public static String secret(String cluster) {
    return cluster + "-admin-kubeconfig";
  }

  /** That one, and the one that Cluster API's programs look for. */
  public static List<String> secrets(String cluster) {
    return List.of(secret(cluster), cluster + "-kubeconfig");
  }
}
