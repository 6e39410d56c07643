package dev.butlerlabs.butler.tenants.cause.plan;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The hosted control plane: its store, its pods, itself, and what Cluster API makes of it. */
final class ControlPlane {

  /** In the order in which each needs the one before. */
  private static final List<String> FACTS =
      List.of(
          "Accepted",
          "StorageReady",
          "EndpointReady",
          "RolledOut",
          "Joinable",
          "Exposed",
          "Encrypted",
          "Ready");

  private static final List<String> MILESTONES =
      List.of(
          "TenantControlPlaneCreated",
          "ControlPlaneEndpointPatched",
          "KubeadmResourcesCreated",
          "InfrastructureClusterPatched");

  private ControlPlane() {}

  static Stream<Suspect> suspects(Tree tree) {
    if (!tree.letIn()) {
      return Stream.empty();
    }
    return Stream.of(store(tree), pods(tree), plane(tree), connection(tree), network(tree))
        .flatMap(all -> all);
  }

  private static Stream<Suspect> store(Tree tree) {
    if (tree.serves()) {
      return Stream.empty();
    }
    var wanted =
        tree.first("TenantControlPlane").map(plane -> plane.text("/spec/dataStore")).orElse("");
    return tree.all("DataStore")
        .filter(store -> wanted.isEmpty() || store.name().equals(wanted))
        .flatMap(
            store ->
                store.complaint("Ready").stream()
                    .map(said -> Suspect.of(Layer.STORE, store, said)));
  }

  private static Stream<Suspect> pods(Tree tree) {
    var settled = tree.first("TenantControlPlane").filter(plane -> plane.holds("RolledOut"));
    return settled.isPresent()
        ? Stream.empty()
        : tree.all("Pod").flatMap(pod -> Pods.trouble(pod).stream());
  }

  private static Stream<Suspect> plane(Tree tree) {
    var own = tree.first("TenantControlPlane").flatMap(plane -> first(plane, FACTS));
    if (own.isPresent()) {
      return own.stream();
    }
    return tree.first("StewardControlPlane").flatMap(plane -> first(plane, MILESTONES)).stream();
  }

  private static Optional<Suspect> first(Part part, List<String> types) {
    return types.stream()
        .flatMap(type -> part.complaint(type).stream())
        .findFirst()
        .map(said -> Suspect.of(Layer.PLANE, part, said));
  }

  /** Whoever is deeper knows better why nobody answers. */
  private static Stream<Suspect> connection(Tree tree) {
    return tree.first("Cluster").stream()
        .flatMap(
            cluster ->
                cluster.complaint("RemoteConnectionProbe").stream()
                    .map(said -> Suspect.of(Layer.CONNECTION, Weight.WAITING, cluster, said)));
  }

  private static Stream<Suspect> network(Tree tree) {
    var cluster = tree.first("Cluster").filter(one -> !one.holds("InfrastructureReady"));
    if (cluster.isEmpty()) {
      return Stream.empty();
    }
    return tree
        .named(cluster.get(), "/spec/infrastructureRef")
        .map(object -> Platform.trouble(Layer.NETWORK, object).orElseGet(() -> unmade(object)))
        .or(
            () ->
                cluster
                    .flatMap(one -> one.complaint("InfrastructureReady"))
                    .map(said -> Suspect.of(Layer.NETWORK, cluster.get(), said)))
        .stream();
  }

  private static Suspect unmade(Part object) {
    var words = new Words("it is not made yet", "", "");
    return Suspect.of(
        Layer.NETWORK, Weight.WAITING, object, "WaitingForInfrastructure", words, object.born());
  }
}
