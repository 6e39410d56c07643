package dev.butlerlabs.butler.sandbox.platform;

import java.util.List;

/** The names of what listens in a platform, beyond the control plane itself. */
final class Listeners {

  static final String MANAGER = "manager";
  static final String MANAGER_WEBHOOK = "manager-webhook";
  static final String CORE = "cluster-api-core";
  static final String KUBEADM = "cluster-api-kubeadm";
  static final String CORE_HEALTH = "cluster-api-core-health";
  static final String KUBEADM_HEALTH = "cluster-api-kubeadm-health";
  static final String CORE_METRICS = "cluster-api-core-metrics";
  static final String KUBEADM_METRICS = "cluster-api-kubeadm-metrics";

  private Listeners() {}

  static List<String> all() {
    return List.of(
        PlatformState.CHART_REPOSITORY,
        MANAGER,
        MANAGER_WEBHOOK,
        CORE,
        KUBEADM,
        CORE_HEALTH,
        KUBEADM_HEALTH,
        CORE_METRICS,
        KUBEADM_METRICS);
  }
}
