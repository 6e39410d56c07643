package dev.butlerlabs.butler.providers.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.local.LocalMachine;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.ObjectName;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.providers.local.join.NodeIdentity;
import dev.butlerlabs.butler.providers.local.join.Whereabouts;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Keeps who a machine is in its tenant, in a Secret that goes with the LocalMachine. */
final class IdentityStore {

  static final Kind<Secret> SECRETS = Kind.of(Secret.class).labelled(Labels.LOCAL_MACHINE);

  private static final ObjectMapper JSON = WireFormat.mapper();
  private static final int LABEL_LENGTH = 63;

  private final KubernetesClient client;
  private final Applier applier;

  IdentityStore(KubernetesClient client, FieldManager manager) {
    this.client = client;
    this.applier = new Applier(client, manager);
  }

  private static ObjectKey key(LocalMachine machine) {
    var metadata = machine.getMetadata();
    return new ObjectKey(
        metadata.getNamespace(), ObjectName.derivedFrom(metadata.getName(), "kubelet").text());
  }

  /**
   * What is stored; one that cannot be read counts as none. A cache that has nothing may be late,
   * and a second key must not be made for that.
   */
  Answer<Optional<NodeIdentity>> find(LocalMachine machine, Cache cache) {
    var cached = cache.find(SECRETS, key(machine)).filter(secret -> owned(secret, machine));
    if (cached.isPresent()) {
      return Answer.done(read(cached.get()));
    }
    var key = key(machine);
    var stored =
        Asking.ask(
            new Attempt("read", "Secret", key),
            () -> client.secrets().inNamespace(key.namespace()).withName(key.name()).require());
    return switch (stored) {
      case Answer.Failed<Secret>(Trouble.NotFound _) -> Answer.done(Optional.empty());
      case Answer.Failed<Secret>(var trouble) -> Answer.failed(trouble);
      case Answer.Done<Secret>(var secret) ->
          Answer.done(owned(secret, machine) ? read(secret) : Optional.empty());
    };
  }

  private static boolean owned(Secret secret, LocalMachine machine) {
    return secret.getMetadata().getOwnerReferences().stream()
        .anyMatch(owner -> owner.getUid().equals(machine.getMetadata().getUid()));
  }

  Answer<NodeIdentity> keep(LocalMachine machine, NodeIdentity identity) {
    return applier.apply(secret(machine, identity)).map(_ -> identity);
  }

  private static Secret secret(LocalMachine machine, NodeIdentity identity) {
    var metadata = machine.getMetadata();
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace(metadata.getNamespace())
        .withName(key(machine).name())
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGED_BY_BUTLER)
        .addToLabels(Labels.LOCAL_MACHINE, label(metadata.getName()))
        .withOwnerReferences(
            new OwnerReferenceBuilder()
                .withApiVersion(machine.getApiVersion())
                .withKind(machine.getKind())
                .withName(metadata.getName())
                .withUid(metadata.getUid())
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build())
        .endMetadata()
        .withType("Opaque")
        .withData(encoded(identity))
        .build();
  }

  private static String label(String name) {
    return name.length() <= LABEL_LENGTH ? name : ObjectName.derivedFrom(name).text();
  }

  private static Map<String, String> encoded(NodeIdentity identity) {
    var texts = new LinkedHashMap<String, String>();
    texts.put("node", identity.nodeName());
    texts.put("labels", JSON.valueToTree(identity.labels()).toString());
    texts.put("taints", JSON.valueToTree(identity.taints()).toString());
    texts.put("server", identity.whereabouts().server().toString());
    texts.put("ca.crt", Pem.write(identity.whereabouts().authorities()));
    texts.put("tls.key", identity.key().pem());
    if (identity.isSigned()) {
      texts.put("tls.crt", Pem.write(identity.chain()));
    }
    texts.replaceAll((_, text) -> Base64.getEncoder().encodeToString(text.getBytes(UTF_8)));
    return texts;
  }

  private static Optional<NodeIdentity> read(Secret secret) {
    try {
      var signed = text(secret, "tls.crt");
      return Optional.of(
          new NodeIdentity(
              text(secret, "node"),
              JSON.readValue(text(secret, "labels"), new TypeReference<Map<String, String>>() {}),
              JSON.readValue(text(secret, "taints"), new TypeReference<List<Taint>>() {}),
              new Whereabouts(
                  URI.create(text(secret, "server")), Pem.certificates(text(secret, "ca.crt"))),
              SigningKey.parse(text(secret, "tls.key")),
              signed.isEmpty() ? List.of() : Pem.certificates(signed)));
    } catch (JsonProcessingException | IllegalArgumentException spoiled) {
      return Optional.empty();
    }
  }

  private static String text(Secret secret, String key) {
    var data = Objects.requireNonNullElse(secret.getData(), Map.<String, String>of());
    return new String(Base64.getDecoder().decode(data.getOrDefault(key, "")), UTF_8);
  }
}
