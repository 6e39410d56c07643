package dev.butlerlabs.butler.addons.install;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.plan.Engine;
import dev.butlerlabs.butler.addons.helm.plan.ManifestYaml;
import dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * A release as Helm keeps it, read without Helm: one request instead of a process. It is never
 * written here.
 *
 * @param owner whose it says it is; empty when it says nothing
 * @param manifest what was installed; it may hold Secrets, so it is never printed
 * @param writer the engine that stored it, if one did
 */
record StoredRelease(
    int revision, ReleaseStatus status, String owner, String manifest, Optional<Engine> writer) {

  /** What is serving, or being worked on. */
  private static final String IN_USE =
      "owner=helm,status in (deployed,pending-install,pending-upgrade,pending-rollback,uninstalling)";

  static final Comparator<Secret> BY_REVISION = Comparator.comparingInt(StoredRelease::number);

  /** A release must not fill our memory, however small it looks on the cluster. */
  private static final int LONGEST = 32 << 20;

  private static final JsonMapper JSON = new JsonMapper();

  /** The newest revision that serves or is being worked on; none when there is none. */
  static Answer<Optional<StoredRelease>> find(KubernetesClient client, ReleaseKey release) {
    var attempt =
        new Attempt("read", "release", new ObjectKey(release.namespace(), release.name()));
    return Asking.ask(
            attempt,
            () ->
                client
                    .secrets()
                    .inNamespace(release.namespace())
                    .withLabelSelector(IN_USE + ",name=" + release.name())
                    .list()
                    .getItems())
        .map(found -> found.stream().max(BY_REVISION).map(StoredRelease::read));
  }

  /** One revision of it, whatever its state; none when it is not kept. */
  static Answer<Optional<StoredRelease>> find(
      KubernetesClient client, ReleaseKey release, int revision) {
    var name = "sh.helm.release.v1.%s.v%d".formatted(release.name(), revision);
    return Asking.ask(
        new Attempt("read", "release", new ObjectKey(release.namespace(), name)),
        () ->
            Optional.ofNullable(
                    client.secrets().inNamespace(release.namespace()).withName(name).get())
                .map(StoredRelease::read));
  }

  private static int number(Secret secret) {
    try {
      return Integer.parseInt(secret.getMetadata().getLabels().getOrDefault("version", "0"));
    } catch (NumberFormatException odd) {
      return 0;
    }
  }

  private static StoredRelease read(Secret secret) {
    var labels = secret.getMetadata().getLabels();
    return new StoredRelease(
        number(secret),
        ReleaseStatus.read(labels.getOrDefault("status", "")),
        labels.getOrDefault(Labels.RELEASE_OWNER, ""),
        manifest(secret),
        writer(secret));
  }

  private static Optional<Engine> writer(Secret secret) {
    return Engine.among(
        secret.getMetadata().getManagedFields().stream()
            .map(ManagedFieldsEntry::getManager)
            .toList());
  }

  /** The engine that looks after it, as far as the release itself tells. */
  Optional<Engine> keeper() {
    return writer.or(() -> Engine.ofAny(objects()));
  }

  /** What it consists of; nothing when that cannot be read. */
  List<ObjectNode> objects() {
    return Keepers.objects(manifest);
  }

  /** Empty when it cannot be read: then it is not what we have installed. */
  private static String manifest(Secret secret) {
    return content(secret).path("manifest").asText();
  }

  /** All that Helm keeps of a revision; nothing of it when it cannot be read. */
  static JsonNode content(Secret secret) {
    var data = secret.getData() == null ? "" : secret.getData().getOrDefault("release", "");
    try (var packed =
        new GZIPInputStream(
            new ByteArrayInputStream(
                Base64.getDecoder().decode(Base64.getDecoder().decode(data.getBytes(US_ASCII)))))) {
      return JSON.readTree(packed.readNBytes(LONGEST));
    } catch (IOException | IllegalArgumentException unreadable) {
      return MissingNode.getInstance();
    }
  }

  /** Definitions in the chart's own folder {@code crds}; nothing when it cannot be read. */
  static Optional<List<String>> folder(JsonNode content) {
    var names = new ArrayList<String>();
    try {
      for (var file : content.at("/chart/files")) {
        if (file.path("name").asText().startsWith("crds/")) {
          var text = new String(Base64.getDecoder().decode(file.path("data").asText()), UTF_8);
          ManifestYaml.objects(text).stream()
              .filter(one -> one.path("kind").asText().equals("CustomResourceDefinition"))
              .map(one -> one.at("/metadata/name").asText())
              .forEach(names::add);
        }
      }
    } catch (YAMLException | IllegalArgumentException unreadable) {
      return Optional.empty();
    }
    return Optional.of(names.stream().distinct().toList());
  }

  @Override
  public String toString() {
    return "StoredRelease[%d, %s]".formatted(revision, status.word());
  }
}
