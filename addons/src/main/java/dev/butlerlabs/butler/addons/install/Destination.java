package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.PodSecurity;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.pki.Kubeconfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.function.Function;

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

  /** Does the work at the cluster's API server. */
  <R> Answer<R> call(Function<KubernetesClient, Answer<R>> work);
}
