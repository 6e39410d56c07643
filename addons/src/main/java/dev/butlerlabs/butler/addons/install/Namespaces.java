package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.PodSecurity;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Locale;
import java.util.Optional;

/** Namespaces that addons are installed in, with what their pods may do. */
final class Namespaces {

  static final FieldManager MANAGER = FieldManager.of("addons");
  private static final String POD_SECURITY = "pod-security.kubernetes.io/";

  private Namespaces() {}

  /** Makes it, or brings the label of one that we made up to date. */
  static Answer<Boolean> ensure(KubernetesClient client, String name, PodSecurity level) {
    var applied = new Applier(client, MANAGER).apply(of(name, level));
    return applied instanceof Answer.Failed<Namespace>(Trouble.Conflict _)
        ? Answer.done(false)
        : applied.map(_ -> true);
  }

  private static Namespace of(String name, PodSecurity level) {
    var word = level.name().toLowerCase(Locale.ROOT);
    return new NamespaceBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGED_BY_BUTLER)
        .addToLabels(POD_SECURITY + "enforce", word)
        .addToLabels(POD_SECURITY + "warn", word)
        .addToLabels(POD_SECURITY + "audit", word)
        .endMetadata()
        .build();
  }

  static Optional<Refusal> refusal(Answer<Boolean> answer, String namespace, String cluster) {
    if (!(answer instanceof Answer.Failed<Boolean>(var trouble))) {
      return Optional.empty();
    }
    var tried = "creating namespace %s on cluster %s".formatted(namespace, cluster);
    return Optional.of(Refusal.of(cause(trouble), tried, trouble.detail()));
  }

  /** What kind of trouble it is for an operation. */
  static Cause cause(Trouble trouble) {
    return switch (trouble) {
      case Trouble.Forbidden _ -> Cause.CLUSTER_DENIED;
      case Trouble.Unreachable unreachable when unreachable.full() -> Cause.CLUSTER_FULL;
      case Trouble.Unreachable _ -> Cause.CLUSTER_UNREACHABLE;
      case Trouble.Busy _ -> Cause.CLUSTER_BUSY;
      case Trouble.Invalid _, Trouble.Ending _ -> Cause.OBJECT_REFUSED;
      case Trouble.Conflict _, Trouble.NotFound _, Trouble.NotServed _ -> Cause.OTHER;
    };
  }
}
