package dev.butlerlabs.butler.steward.versions;

import dev.butlerlabs.butler.steward.versions.KubernetesVersion.Minor;
import java.util.List;
import java.util.Set;

/**
 * What one minor of Kubernetes needs.
 *
 * @param tried the patch version our tests run
 * @param kubeadmApi the version in which kubeadm's configuration is written
 * @param oldestKubelet the oldest nodes its API server may serve
 * @param unknownPlugins admission plugins its API server refuses to start with
 * @param unknownFlags flags its programs refuse to start with
 */
public record Release(
    Minor minor,
    KubernetesVersion tried,
    String coreDns,
    String pause,
    String konnectivity,
    String kubeadmApi,
    Minor oldestKubelet,
    Set<String> unknownPlugins,
    UnknownFlags unknownFlags) {

  public Release {
    unknownPlugins = Set.copyOf(unknownPlugins);
    if (!tried.minor().equals(minor)) {
      throw new IllegalArgumentException(tried + " was tried, but is not a " + minor);
    }
  }

  /** Flags that are not there, by program and without the dashes. */
  public record UnknownFlags(
      List<String> apiServer, List<String> controllerManager, List<String> scheduler) {

    public UnknownFlags {
      apiServer = List.copyOf(apiServer);
      controllerManager = List.copyOf(controllerManager);
      scheduler = List.copyOf(scheduler);
    }
  }
}
