package dev.butlerlabs.butler.tenants.cause.plan;

import java.util.List;

/** What a cluster stands on, each with what it needs to be true first. */
enum Layer {
  /** The rules of platform and team let the order in. */
  ORDER,
  /** The infrastructure's account works. */
  PROVIDER,
  /** The cluster has its addresses. */
  ADDRESSES,
  /** Objects can be written where the cluster's parts live. */
  PLACE,
  /** The store of the control plane's data answers. */
  STORE,
  /** The control plane's pods run. */
  PODS,
  /** The API server can be used, and Cluster API knows how. */
  PLANE,
  /** Cluster API reaches the API server. */
  CONNECTION,
  /** What all machines share stands on the platform. */
  NETWORK,
  /** The image of the machines is on the platform. */
  IMAGE,
  /** Machines are ordered. */
  SETS,
  /** Machines have what they need to join. */
  BOOTSTRAP,
  /** Machines run on the platform. */
  MACHINES,
  /** Machines have joined. */
  JOINED,
  /** Nodes are ready. */
  NODES,
  /** The addons run. */
  ADDONS,
  /** On the way out: the workers are gone. */
  WORKERS_GONE,
  /** On the way out: the control plane and its data are gone. */
  PLANE_GONE,
  /** On the way out: what all machines shared is gone. */
  NETWORK_GONE,
  /** On the way out: the namespace is gone. */
  PLACE_GONE,
  /** On the way out: the addresses are free. */
  ADDRESSES_GONE,
  /** A running cluster may become as large as it is asked to. */
  GROWTH;

  private List<Layer> needs() {
    return switch (this) {
      case ORDER -> List.of();
      case PROVIDER, PLACE, STORE -> List.of(ORDER);
      case ADDRESSES -> List.of(ORDER, PROVIDER);
      case PODS -> List.of(PLACE, STORE);
      case PLANE -> List.of(PODS, STORE, PLACE);
      case CONNECTION -> List.of(PLANE);
      case NETWORK -> List.of(PROVIDER, ADDRESSES, PLANE);
      case IMAGE -> List.of(PROVIDER);
      case SETS -> List.of(PLANE, IMAGE);
      case BOOTSTRAP -> List.of(PLANE, CONNECTION);
      case MACHINES -> List.of(NETWORK, IMAGE, BOOTSTRAP, SETS);
      case JOINED -> List.of(MACHINES);
      case NODES -> List.of(CONNECTION, MACHINES);
      case ADDONS -> List.of(NODES, JOINED);
      case WORKERS_GONE -> List.of(PROVIDER, PLACE, MACHINES);
      case PLANE_GONE -> List.of(WORKERS_GONE);
      case NETWORK_GONE -> List.of(PLANE_GONE);
      case PLACE_GONE -> List.of(NETWORK_GONE);
      case ADDRESSES_GONE -> List.of(PLACE_GONE);
      case GROWTH -> List.of(ADDONS);
    };
  }

  /** Whether this cannot be true before the other one is. */
  boolean standsOn(Layer other) {
    return needs().stream().anyMatch(need -> need == other || need.standsOn(other));
  }
}
