package dev.butlerlabs.butler.steward.inside;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.steward.plane.plan.Fact;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Optional;

/**
 * How one gets into a tenant, when one may.
 *
 * @param text the kubeconfig of an administrator
 */
public record WayIn(Tenant tenant, String text) {

  /** The Secrets of control planes, as everybody here watches them. */
  public static final Kind<Secret> SECRETS = Kind.of(Secret.class).labelled(Marks.OURS);

  /**
   * Empty while the tenant sleeps, goes, is to be left alone, or has not taken its basics yet.
   *
   * @param key which kubeconfig of the admin Secret leads to the tenant from here
   */
  public static Optional<WayIn> find(TenantControlPlane plane, String key, Cache cache) {
    var metadata = plane.getMetadata();
    if (metadata.getDeletionTimestamp() != null || !awake(plane) || paused(plane)) {
      return Optional.empty();
    }
    var secret = new ObjectKey(metadata.getNamespace(), Part.ADMIN.secretOf(metadata.getName()));
    var self = new ObjectKey(metadata.getNamespace(), metadata.getName());
    return cache
        .find(SECRETS, secret)
        .map(SecretText::of)
        .flatMap(texts -> Optional.ofNullable(texts.get(key)))
        .map(text -> new WayIn(new Tenant(self, metadata.getUid()), text));
  }

  public byte[] kubeconfig() {
    return text.getBytes(UTF_8);
  }

  private static boolean awake(TenantControlPlane plane) {
    var deployment = plane.getSpec().controlPlane().deployment();
    var asleep = deployment != null && deployment.replicas() != null && deployment.replicas() == 0;
    return !asleep
        && plane.getStatus() != null
        && new Conditions(plane.getStatus().conditions()).holds(Fact.JOINABLE.wire());
  }

  private static boolean paused(TenantControlPlane plane) {
    var annotations = plane.getMetadata().getAnnotations();
    return annotations != null && annotations.containsKey(Marks.PAUSED);
  }

  @Override
  public String toString() {
    return "WayIn[" + tenant + "]";
  }
}
