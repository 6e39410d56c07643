package dev.butlerlabs.butler.bench.hosted;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.TlsContext;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;

/** The serving keys of tenants, found by the address of their pod. */
final class TenantKeys implements ResourceEventHandler<Pod>, AutoCloseable {

  private static final String NAME = "steward.butlerlabs.dev/name";
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** The control plane of a pod. */
  private record Tenant(String namespace, String name, String pod) {}

  private final KubernetesClient client;
  private final Map<String, Tenant> tenants = new ConcurrentHashMap<>();
  private final Map<Tenant, SSLContext> known = new ConcurrentHashMap<>();
  private final SharedIndexInformer<Pod> pods;

  TenantKeys(KubernetesClient client) {
    this.client = client;
    this.pods = client.pods().inAnyNamespace().withLabel(NAME).inform(this);
  }

  /** How the tenant whose pod has the address shows itself, and whom it lets in. */
  SSLContext of(String address) {
    var tenant =
        Waiting.until(
            "a pod at " + address, PATIENCE, () -> Optional.ofNullable(tenants.get(address)));
    return known.computeIfAbsent(tenant, this::read);
  }

  private SSLContext read(Tenant tenant) {
    var serving = secret(tenant, "-api-server-certificate");
    var self = Credential.parse(text(serving, "apiserver.crt"), text(serving, "apiserver.key"));
    return TlsContext.of(self, Pem.certificate(text(secret(tenant, "-ca"), "ca.crt")));
  }

  private Secret secret(Tenant tenant, String suffix) {
    var name = tenant.name() + suffix;
    return client.secrets().inNamespace(tenant.namespace()).withName(name).require();
  }

  private static String text(Secret secret, String key) {
    var text = Objects.requireNonNull(secret.getData().get(key), key);
    return new String(Base64.getDecoder().decode(text), UTF_8);
  }

  @Override
  public void onAdd(Pod pod) {
    var address = pod.getStatus() == null ? null : pod.getStatus().getPodIP();
    if (address != null) {
      var metadata = pod.getMetadata();
      var name = Objects.requireNonNull(metadata.getLabels().get(NAME), NAME);
      tenants.put(address, new Tenant(metadata.getNamespace(), name, metadata.getUid()));
    }
  }

  @Override
  public void onUpdate(Pod before, Pod after) {
    onAdd(after);
  }

  /** Its address may be somebody else's by now. */
  @Override
  public void onDelete(Pod pod, boolean unseen) {
    tenants.values().removeIf(tenant -> tenant.pod().equals(pod.getMetadata().getUid()));
    known.keySet().removeIf(tenant -> tenant.pod().equals(pod.getMetadata().getUid()));
  }

  @Override
  public void close() {
    pods.close();
  }
}
