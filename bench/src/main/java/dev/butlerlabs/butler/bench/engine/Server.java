package dev.butlerlabs.butler.bench.engine;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.stream.Stream;

/** What the API server itself counted, read from its metrics. */
record Server(KubernetesClient client) {

  /** All writes to parcels so far. Reads are left out: the garbage collector lists them too. */
  int parcelWrites() {
    return (int)
        client
            .raw("/metrics")
            .lines()
            .filter(line -> line.startsWith("apiserver_request_total{"))
            .filter(line -> line.contains("resource=\"parcels\""))
            .filter(line -> Stream.of("GET", "LIST", "WATCH").noneMatch(verb -> of(line, verb)))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
            .sum();
  }

  private static boolean of(String line, String verb) {
    return line.contains("verb=\"" + verb + "\"");
  }
}
