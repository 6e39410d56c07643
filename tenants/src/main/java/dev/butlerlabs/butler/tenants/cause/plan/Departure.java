package dev.butlerlabs.butler.tenants.cause.plan;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What is left of a cluster on its way out, after its workers. */
final class Departure {

  /** Why a namespace stays, the deepest first. */
  private static final List<String> REMAINS =
      List.of(
          "NamespaceDeletionDiscoveryFailure",
          "NamespaceDeletionGroupVersionParsingFailure",
          "NamespaceDeletionContentFailure",
          "NamespaceFinalizersRemaining",
          "NamespaceContentRemaining");

  private Departure() {}

  static Stream<Suspect> suspects(Tree tree) {
    return Stream.of(planes(tree), network(tree), place(tree), addresses(tree)).flatMap(all -> all);
  }

  private static Stream<Suspect> planes(Tree tree) {
    return Stream.of("TenantControlPlane", "StewardControlPlane")
        .flatMap(tree::all)
        .flatMap(plane -> plane.leaving().map(since -> plane(plane, since)).stream())
        .limit(1);
  }

  private static Suspect plane(Part plane, Instant since) {
    return plane
        .condition("Deleting")
        .filter(Said::holds)
        .map(said -> Suspect.of(Layer.PLANE_GONE, plane, said))
        .orElseGet(() -> held(Layer.PLANE_GONE, plane, since));
  }

  private static Stream<Suspect> network(Tree tree) {
    return tree
        .first("Cluster")
        .flatMap(cluster -> tree.named(cluster, "/spec/infrastructureRef"))
        .stream()
        .flatMap(
            object ->
                object
                    .leaving()
                    .map(
                        since ->
                            Platform.trouble(Layer.NETWORK_GONE, object)
                                .orElseGet(() -> held(Layer.NETWORK_GONE, object, since)))
                    .stream());
  }

  private static Stream<Suspect> place(Tree tree) {
    return tree.first("Namespace").stream()
        .flatMap(
            namespace -> namespace.leaving().map(since -> namespace(namespace, since)).stream());
  }

  private static Suspect namespace(Part namespace, Instant since) {
    return REMAINS.stream()
        .flatMap(type -> namespace.condition(type).filter(Said::holds).stream())
        .findFirst()
        .map(
            said ->
                Suspect.of(
                    Layer.PLACE_GONE,
                    Weight.TROUBLE,
                    namespace,
                    said.reason(),
                    Words.quoting(said.message()),
                    said.since()))
        .orElseGet(() -> held(Layer.PLACE_GONE, namespace, since));
  }

  private static Stream<Suspect> addresses(Tree tree) {
    return tree.all("IPAllocation")
        .flatMap(
            claim ->
                claim.complaint("Ready").stream()
                    .map(said -> Suspect.of(Layer.ADDRESSES_GONE, claim, said)));
  }

  /** It says nothing itself, so the ones who hold it are named. */
  static Suspect held(Layer layer, Part object, Instant since) {
    var holders =
        Optional.of(String.join(", ", object.finalizers())).filter(text -> !text.isEmpty());
    var what =
        holders
            .map(names -> "it is to be deleted and is held by the finalizer " + names)
            .orElse("it is being deleted");
    return Suspect.of(
        layer, Weight.WAITING, object, "WaitingForFinalizers", Words.quoting(what), since);
  }
}
