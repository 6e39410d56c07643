package dev.butlerlabs.butler.testkit;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Definitions of kinds, put into the cluster until it serves them.
 *
 * <p>Most tests of a module want the same ones. What is served already, as it is wanted and
 * untouched since, is not put in again: that would take longer than many a test.
 */
final class CustomResources {

  /** A definition as it was put in, and what it became. */
  private record Served(CustomResourceDefinition wanted, String uid, Long generation) {}

  private final KubernetesClient client;
  private final Map<String, Served> served = new ConcurrentHashMap<>();

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
    var missing = definitions.stream().filter(one -> !isServed(one)).toList();
    for (var definition : missing) {
      client.resource(definition).fieldManager("testkit").forceConflicts().serverSideApply();
    }
    for (var definition : missing) {
      var there = awaitServed(definition).getMetadata();
      served.put(there.getName(), new Served(definition, there.getUid(), there.getGeneration()));
    }
  }

  private boolean isServed(CustomResourceDefinition definition) {
    var name = definition.getMetadata().getName();
    var before = served.get(name);
    if (before == null || !before.wanted().equals(definition)) {
      return false;
    }
    var stored = stored(name).get();
    return stored != null
        && stored.getMetadata().getDeletionTimestamp() == null
        && before.uid().equals(stored.getMetadata().getUid())
        && before.generation().equals(stored.getMetadata().getGeneration());
  }

  private Resource<CustomResourceDefinition> stored(String name) {
    return client.apiextensions().v1().customResourceDefinitions().withName(name);
  }

  private CustomResourceDefinition awaitServed(CustomResourceDefinition definition) {
    var name = definition.getMetadata().getName();
    var established =
        new Await(client)
            .until(
                "the definition " + name + " is established",
                stored(name),
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
    return established;
  }

  private static boolean isEstablished(CustomResourceDefinition definition) {
    return definition.getStatus() != null
        // A status may be there before its first condition is.
        && definition.getStatus().getConditions() != null
        && definition.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("Established") && c.getStatus().equals("True"));
  }
}
