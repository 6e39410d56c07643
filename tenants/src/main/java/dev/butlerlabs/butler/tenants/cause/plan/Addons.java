package dev.butlerlabs.butler.tenants.cause.plan;

import java.util.stream.Stream;

/** The addons of a cluster. */
final class Addons {

  private Addons() {}

  /** An addon knows better than the cluster what stands against it. */
  static Stream<Suspect> suspects(Tree tree) {
    var told = tree.cluster().complaint("AddonsReady");
    if (told.isEmpty()) {
      return Stream.empty();
    }
    var own =
        tree.all("TenantAddon")
            .flatMap(
                addon ->
                    Platform.worst(addon)
                        .map(
                            said ->
                                Suspect.of(
                                    Layer.ADDONS,
                                    Weight.of(said),
                                    addon,
                                    said.reason(),
                                    Words.quoting(said.message()),
                                    said.since()))
                        .stream())
            .toList();
    return own.isEmpty()
        ? told.map(said -> Suspect.own(Layer.ADDONS, Weight.of(said), said)).stream()
        : own.stream();
  }
}
