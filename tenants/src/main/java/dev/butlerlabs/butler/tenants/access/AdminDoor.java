package dev.butlerlabs.butler.tenants.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.clusters.AdminKubeconfig;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The way into tenants for Butler itself, over the administrator's kubeconfig.
 *
 * @param key which kubeconfig of a tenant's admin Secret leads to it from here
 */
public record AdminDoor(KubernetesClient client, TenantClients tenants, String key) {

  /**
   * Which tenant.
   *
   * @param plane its control plane
   * @param uid of its TenantCluster
   */
  public record Inner(ObjectKey plane, String uid) {}

  /** What was found or done inside; nothing while it has no kubeconfig. */
  public <R> Answer<Optional<R>> enter(Inner inner, Function<KubernetesClient, Answer<R>> work) {
    return secret(inner.plane())
        .then(
            config ->
                config.isEmpty()
                    ? Answer.done(Optional.empty())
                    : tenants
                        .call(new Tenant(inner.plane(), inner.uid()), config.getBytes(UTF_8), work)
                        .map(Optional::of));
  }

  private Answer<String> secret(ObjectKey plane) {
    var key = new ObjectKey(plane.namespace(), AdminKubeconfig.secret(plane.name()));
    return Asking.ask(
        new Attempt("look at", "Secret", key),
        () ->
            Optional.ofNullable(
                    client.secrets().inNamespace(key.namespace()).withName(key.name()).get())
                .map(
                    found ->
                        Objects.requireNonNullElse(found.getData(), Map.<String, String>of())
                            .getOrDefault(this.key, ""))
                .map(text -> new String(Base64.getDecoder().decode(text), UTF_8))
                .orElse(""));
  }
}
