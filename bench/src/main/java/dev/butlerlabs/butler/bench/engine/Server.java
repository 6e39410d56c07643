package dev.butlerlabs.butler.bench.engine;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;

/** What the API server itself counted, read from its metrics. */
record Server(KubernetesClient client) {

  private static final List<String> RESOURCES =
      List.of("resource=\"parcels\"", "resource=\"configmaps\"");

  /** The watches that are open now, on the kinds of the benchmark. */
  int openWatches() {
    return (int) RESOURCES.stream().mapToDouble(this::watches).sum();
  }

  private double watches(String resource) {
    return sum("apiserver_longrunning_requests{", resource, "verb=\"WATCH\"");
  }

  /** All requests about parcels that have been answered, watches left out. */
  int parcelRequests() {
    return (int)
        (sum("apiserver_request_total{", "resource=\"parcels\"")
            - sum("apiserver_request_total{", "resource=\"parcels\"", "verb=\"WATCH\""));
  }

  private double sum(String... parts) {
    return client
        .raw("/metrics")
        .lines()
        .filter(line -> List.of(parts).stream().allMatch(line::contains))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
