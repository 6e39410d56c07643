package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder.Endpoint;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What there is of a cluster, as its status shows it; the same while it comes and while it goes.
 */
final class Shown {

  private Shown() {}

  /** How the API server is reached, while there is one. */
  static Map<String, Object> ways(Live live) {
    var fields = new LinkedHashMap<String, Object>();
    var plane = live.seenPlane();
    plane
        .map(PlaneView::endpoint)
        .ifPresent(endpoint -> fields.put("controlPlaneEndpoint", text(endpoint)));
    plane
        .map(PlaneView::kubeconfig)
        .filter(name -> !name.isEmpty())
        .ifPresent(name -> fields.put("kubeconfigSecretRef", new LocalRef(name)));
    return fields;
  }

  /** The workers, and what was seen in the cluster itself. */
  static Map<String, Object> inside(Live live, Optional<Workers> workers) {
    var observed = new LinkedHashMap<String, Object>();
    live.seenPlane()
        .map(PlaneView::runs)
        .filter(version -> !version.isEmpty())
        .ifPresent(version -> observed.put("kubernetesVersion", version));
    workers.ifPresent(
        all -> {
          observed.put("workers", all.observed());
          observed.put("workerPools", all.observedPools());
        });
    var fields = new LinkedHashMap<String, Object>();
    fields.put("workerNodesReady", workers.map(Workers::ready).orElse(0));
    fields.put("workerNodesDesired", workers.map(Workers::wanted).orElse(0));
    fields.put("observedState", observed);
    return fields;
  }

  private static String text(Endpoint endpoint) {
    var host = endpoint.host().contains(":") ? "[" + endpoint.host() + "]" : endpoint.host();
    return host + ":" + endpoint.port();
  }
}
