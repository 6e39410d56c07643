package dev.butlerlabs.butler.tenants.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.tenants.access.plan.AccessRole;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One tenant's way in: who signs for it, and what its groups may do there.
 *
 * @param parts the namespace of the management cluster where the tenant's parts are
 */
record Gate(AdminDoor door, TenantCluster cluster, String parts) {

  private static final FieldManager MANAGER = FieldManager.of("tenant-access");

  /** The tenant's authority, and whom its clients have to trust. */
  record Signer(CertificateAuthority authority, String trusted) {

    @Override
    public String toString() {
      return "Signer[" + authority.certificate().getSubjectX500Principal() + "]";
    }
  }

  /** None while the control plane has no keys yet. */
  Answer<Optional<Signer>> signer() {
    return secret(cluster.getMetadata().getName() + "-ca")
        .map(found -> found.flatMap(Gate::signer));
  }

  private static Optional<Signer> signer(Secret secret) {
    var certificate = text(secret, "tls.crt");
    var key = text(secret, "tls.key");
    return certificate.isEmpty() || key.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Signer(CertificateAuthority.parse(certificate, key), text(secret, "ca.crt")));
  }

  /** Gives the groups their rights inside the tenant. */
  Answer<Boolean> open() {
    var metadata = cluster.getMetadata();
    var inner = new AdminDoor.Inner(new ObjectKey(parts, metadata.getName()), metadata.getUid());
    return door.enter(inner, Gate::bind).map(found -> found.orElse(false));
  }

  private static Answer<Boolean> bind(KubernetesClient inside) {
    var applier = new Applier(inside, MANAGER);
    Answer<Boolean> all = Answer.done(true);
    for (var binding : AccessRole.bindings()) {
      all = all.then(_ -> applier.apply(binding).map(_ -> true));
    }
    return all;
  }

  private Answer<Optional<Secret>> secret(String name) {
    return Asking.ask(
        new Attempt("look at", "Secret", new ObjectKey(parts, name)),
        () -> Optional.ofNullable(door.client().secrets().inNamespace(parts).withName(name).get()));
  }

  private static String text(Secret secret, String key) {
    var data = Objects.requireNonNullElse(secret.getData(), Map.<String, String>of());
    return new String(Base64.getDecoder().decode(data.getOrDefault(key, "")), UTF_8);
  }
}
