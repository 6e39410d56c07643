package dev.butlerlabs.butler.steward.kubeconfigs;

import dev.butlerlabs.butler.api.steward.KubeconfigGenerator;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** How the Secrets of generators are called and marked. */
final class Names {

  /** Name of the generator. */
  static final String BY = "steward.butlerlabs.dev/managed-by";

  /** Name of the control plane. */
  static final String FOR = "steward.butlerlabs.dev/managed-for";

  /** Where the kubeconfig stands. */
  static final String KEY = "value";

  /** All Secrets that any generator made. */
  static final Kind<Secret> SECRETS = Kind.of(Secret.class).labelled(BY);

  private Names() {}

  static String secret(TenantControlPlane plane, KubeconfigGenerator generator) {
    return plane.getMetadata().getName() + "-" + generator.getMetadata().getName();
  }

  /** Whether its Secrets would be called like those of the control plane itself. */
  static boolean reserved(KubeconfigGenerator generator) {
    return Part.find(generator.getMetadata().getName()).isPresent();
  }

  /** Whether it looks in all respects like one of the generator's; a label alone is soon set. */
  static boolean madeBy(HasMetadata secret, KubeconfigGenerator generator) {
    var name = generator.getMetadata().getName();
    var plane = label(secret, FOR);
    return name.equals(label(secret, BY))
        && secret.getMetadata().getName().equals(plane + "-" + name)
        && secret.getMetadata().getOwnerReferences().stream()
            .anyMatch(
                owner ->
                    owner.getKind().equals("TenantControlPlane") && owner.getName().equals(plane));
  }

  static String label(HasMetadata object, String label) {
    var labels =
        Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.<String, String>of());
    return labels.getOrDefault(label, "");
  }

  static ObjectMeta metadata(TenantControlPlane plane, KubeconfigGenerator generator) {
    var labels = new LinkedHashMap<String, String>();
    labels.put(BY, generator.getMetadata().getName());
    labels.put(FOR, plane.getMetadata().getName());
    labels.put(Marks.LIFECYCLE, "kubeconfig");
    return new ObjectMetaBuilder()
        .withNamespace(plane.getMetadata().getNamespace())
        .withName(secret(plane, generator))
        .withLabels(labels)
        .addNewOwnerReference()
        .withApiVersion(plane.getApiVersion())
        .withKind(plane.getKind())
        .withName(plane.getMetadata().getName())
        .withUid(plane.getMetadata().getUid())
        .endOwnerReference()
        .build();
  }
}
