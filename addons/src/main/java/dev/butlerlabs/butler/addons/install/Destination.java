package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.PodSecurity;
import dev.butlerlabs.butler.pki.Kubeconfig;
import java.util.Optional;

/** A cluster that addons are put on. */
interface Destination {

  /** What it is called in messages and by whose turn jobs run. */
  String name();

  Kubeconfig login();

  /**
   * Makes sure there is such a namespace; one that somebody else made is left as it is.
   *
   * @return why there is none
   */
  Optional<Refusal> ensureNamespace(String namespace, PodSecurity level);
}
