package dev.butlerlabs.butler.bench.addons;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.helm.plan.ManifestYaml;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.kernel.Checksum;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * A release and its objects as Helm leaves them behind.
 *
 * @param room the namespace behind the tenant
 */
record InstalledRelease(String room, String name, String manifest) {

  /**
   * Writes the objects, then the release.
   *
   * @param owner the UID of its addon
   */
  void write(Scribe scribe, String owner) {
    for (var object : ManifestYaml.objects(manifest)) {
      var metadata = object.withObject("/metadata");
      metadata.put("namespace", room);
      metadata.withObject("/labels").put("app.kubernetes.io/managed-by", "Helm");
      metadata
          .withObject("/annotations")
          .put("meta.helm.sh/release-name", name)
          .put("meta.helm.sh/release-namespace", TenantDoors.INSIDE);
      var path = path(object);
      scribe.create(path + "?fieldManager=helm", object);
      if (object.path("kind").asText().equals("Deployment")) {
        scribe.observed(path + "/" + metadata.path("name").asText() + "/status", object);
      }
    }
    scribe.create("/api/v1/namespaces/%s/secrets".formatted(room), secret(scribe, owner));
  }

  private String path(ObjectNode object) {
    var version = object.path("apiVersion").asText();
    return "%s/%s/namespaces/%s/%ss"
        .formatted(
            version.contains("/") ? "/apis" : "/api",
            version,
            room,
            object.path("kind").asText().toLowerCase(Locale.ROOT));
  }

  private Map<String, Object> secret(Scribe scribe, String owner) {
    var release =
        Map.of(
            "name",
            name,
            "namespace",
            TenantDoors.INSIDE,
            "version",
            1,
            "info",
            Map.of("status", "deployed"),
            "chart",
            Map.of("metadata", Map.of("name", name, "version", Catalogue.FIRST)),
            "manifest",
            manifest);
    return Map.of(
        "apiVersion", "v1",
        "kind", "Secret",
        "type", "helm.sh/release.v1",
        "metadata",
            Map.of(
                "name", "sh.helm.release.v1.%s.v1".formatted(name),
                "labels",
                    Map.of(
                        "owner",
                        "helm",
                        "name",
                        name,
                        "status",
                        "deployed",
                        "version",
                        "1",
                        Labels.RELEASE_OWNER,
                        owner)),
        "data", Map.of("release", packed(scribe.json(release))));
  }

  private static String packed(String json) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(json.getBytes(UTF_8));
    } catch (IOException impossible) {
      throw new IllegalStateException("memory cannot be written", impossible);
    }
    var once = Base64.getEncoder().encode(bytes.toByteArray());
    return Base64.getEncoder().encodeToString(once);
  }

  /** What its addon tells. */
  Map<String, Object> status(String applied, String version) {
    return Map.of(
        "phase",
        "Installed",
        "installedVersion",
        version,
        "helmRelease",
        Map.of(
            "name",
            name,
            "namespace",
            TenantDoors.INSIDE,
            "version",
            version,
            "revision",
            1,
            "status",
            "deployed"),
        "appliedHash",
        applied,
        "manifestHash",
        Checksum.of(manifest.strip()).text(),
        "workloads",
        workloads(),
        "lastTransitionTime",
        "2026-01-01T00:00:00Z");
  }

  private List<String> workloads() {
    var found = new ArrayList<String>();
    for (var object : ManifestYaml.objects(manifest)) {
      if (object.path("kind").asText().equals("Deployment")) {
        found.add(
            "Deployment %s/%s".formatted(TenantDoors.INSIDE, object.at("/metadata/name").asText()));
      }
    }
    return found;
  }
}
