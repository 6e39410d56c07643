package dev.butlerlabs.butler.kube.admission;

import java.util.List;

/** Who asks, as the API server authenticated them. */
public record Requester(String name, List<String> groups) {

  public Requester {
    groups = List.copyOf(groups);
  }
}
