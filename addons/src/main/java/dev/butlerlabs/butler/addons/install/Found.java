package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.plan.Engine;
import dev.butlerlabs.butler.addons.install.plan.Difference;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What came of looking at the objects of a release. */
sealed interface Found {

  /**
   * The objects were compared.
   *
   * @param kinds of all objects of the release, as far as they can be watched
   * @param standing what is still not as it should be
   * @param repaired what was not, and is now
   */
  record Compared(
      Set<Kind<GenericKubernetesResource>> kinds,
      List<Difference> standing,
      List<Difference> repaired)
      implements Found {

    public Compared {
      kinds = Set.copyOf(kinds);
      standing = List.copyOf(standing);
      repaired = List.copyOf(repaired);
    }
  }

  /**
   * The release holds other objects than were installed.
   *
   * @param by the engine that put them there, if one did
   */
  record Replaced(int revision, Optional<Engine> by) implements Found {}

  /** There is no such release. */
  record Gone() implements Found {}

  /** It could not be looked at. */
  record Unclear(String sentence) implements Found {}
}
