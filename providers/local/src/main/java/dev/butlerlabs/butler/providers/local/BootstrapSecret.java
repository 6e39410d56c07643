package dev.butlerlabs.butler.providers.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.local.LocalMachine;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.providers.local.join.BootstrapData;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;

/** Reads the Secret in which a bootstrap provider says how a machine is to join. */
final class BootstrapSecret {

  private BootstrapSecret() {}

  static Answer<BootstrapData> read(KubernetesClient client, LocalMachine machine, String name) {
    var key = new ObjectKey(machine.getMetadata().getNamespace(), name);
    return Asking.ask(
            new Attempt("read", "Secret", key),
            () -> client.secrets().inNamespace(key.namespace()).withName(key.name()).require())
        .map(
            secret ->
                BootstrapData.read(
                    text(secret, "value"),
                    text(secret, "format"),
                    machine.getMetadata().getName()));
  }

  private static String text(Secret secret, String key) {
    var data = Objects.requireNonNullElse(secret.getData(), Map.<String, String>of());
    return new String(Base64.getDecoder().decode(data.getOrDefault(key, "")), UTF_8);
  }
}
