package dev.butlerlabs.butler.testkit;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** Definitions of kinds, put into the cluster until it serves them. */
final class CustomResources {

  private final KubernetesClient client;

  CustomResources(KubernetesClient client) {
    this.client = client;
  }

  /** Reads one definition out of a stream and closes it. */
  CustomResourceDefinition read(InputStream yaml, String from) {
    try (yaml) {
      if (client.getKubernetesSerialization().unmarshal(yaml)
          instanceof CustomResourceDefinition definition) {
        return definition;
      }
      throw new IllegalArgumentException(from + " holds no single CustomResourceDefinition");
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot read the definition in " + from, failed);
    }
  }

  /** All are applied before the first is waited for, so that they settle together. */
  void install(List<CustomResourceDefinition> definitions) {
    for (var definition : definitions) {
      client.resource(definition).fieldManager("testkit").forceConflicts().serverSideApply();
    }
    for (var definition : definitions) {
      awaitServed(definition);
    }
  }

  private void awaitServed(CustomResourceDefinition definition) {
    var name = definition.getMetadata().getName();
    new Await(client)
        .until(
            "the definition " + name + " is established",
            client.apiextensions().v1().customResourceDefinitions().withName(name),
            CustomResources::isEstablished);
    var spec = definition.getSpec();
    for (var version : spec.getVersions()) {
      if (version.getServed()) {
        var path =
            "/apis/%s/%s/%s?limit=1"
                .formatted(spec.getGroup(), version.getName(), spec.getNames().getPlural());
        // A definition is established a moment before its handler stands; the path tells.
        Await.untilTrue("the server answers " + path, () -> client.raw(path) != null);
      }
    }
  }

  private static boolean isEstablished(CustomResourceDefinition definition) {
    return definition.getStatus() != null
        // A status may be there before its first condition is.
        && definition.getStatus().getConditions() != null
        && definition.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("Established") && c.getStatus().equals("True"));
  }
}
