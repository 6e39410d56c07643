package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.steward.plane.plan.Fact;
import dev.butlerlabs.butler.steward.versions.Releases;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Set;

/**
 * What the reconciler works with.
 *
 * @param client reads what is stored, where what was cached will not do
 * @param tenantKey which kubeconfig of the admin Secret leads to the tenant from here: {@code
 *     super-admin.svc} inside the management cluster, {@code super-admin.conf} elsewhere
 */
public record Tools(
    KubernetesClient client,
    Applier applier,
    StatusWriter statuses,
    Events events,
    Storage storage,
    Basics basics,
    Rewriting rewriting,
    Releases releases,
    Readings readings,
    SecureRandom random,
    String tenantKey) {

  public static final FieldManager MANAGER = FieldManager.of("steward");

  private static final StatusShare SHARE =
      new StatusShare(
          MANAGER,
          Set.of(
              "storage",
              "certificates",
              "kubeconfig",
              "kubeadmconfig",
              "kubeadmPhase",
              "controlPlaneEndpoint",
              "kubernetesResources",
              "addons"),
          Fact.types(),
          true);

  /** The usual ones. */
  public static Tools of(
      KubernetesClient client,
      Storage storage,
      Basics basics,
      Rewriting rewriting,
      InstantSource clock,
      String identity,
      String tenantKey) {
    return new Tools(
        client,
        new Applier(client, MANAGER),
        new StatusWriter(client, SHARE, clock),
        new Events(client, "butlerlabs.dev/steward", identity, clock),
        storage,
        basics,
        rewriting,
        Releases.bundled(),
        new Readings(),
        new SecureRandom(),
        tenantKey);
  }
}
