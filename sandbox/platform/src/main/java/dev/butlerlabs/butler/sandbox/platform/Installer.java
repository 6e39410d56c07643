package dev.butlerlabs.butler.sandbox.platform;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** Brings objects into the API server, leaving those alone that are there as they should be. */
final class Installer {

  private static final String METADATA_ONLY =
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
  private static final String DISCOVERY =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

  private static final int AT_ONCE = 6;

  /** Takes a second or two; on a machine that is busy with other things, minutes. */
  private static final Duration SERVED_WITHIN = Duration.ofMinutes(3);

  private static final Duration LOOK_EVERY = Duration.ofMillis(25);

  private final ApiDoor door;

  Installer(ApiDoor door) {
    this.door = door;
  }

  /** Applies what is missing or different; returns how many objects were written. */
  int install(List<Manifest> manifests) throws InterruptedException {
    var stored = storedMarks(manifests);
    var work =
        manifests.stream()
            .filter(manifest -> !manifest.mark().equals(stored.get(manifest.path())))
            .toList();
    // What lives in a namespace cannot come before it.
    for (var manifest : work.stream().filter(Manifest::isNamespace).toList()) {
      door.apply(manifest);
    }
    applyAll(work.stream().filter(manifest -> !manifest.isNamespace()).toList());
    return work.size();
  }

  private void applyAll(List<Manifest> work) throws InterruptedException {
    var results = new ArrayList<Future<?>>();
    try (var workers = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      for (var manifest : work) {
        results.add(
            workers.submit(
                () -> {
                  door.apply(manifest);
                  return manifest;
                }));
      }
      for (var result : results) {
        result.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Refusal refusal) {
        throw refusal;
      }
      throw new IllegalStateException("installing failed", e.getCause());
    }
  }

  private Map<String, String> storedMarks(List<Manifest> manifests) throws InterruptedException {
    var marks = new HashMap<String, String>();
    var collections = new HashSet<String>();
    manifests.forEach(manifest -> collections.add(manifest.collection()));
    for (var collection : collections) {
      for (var item : door.get(collection, METADATA_ONLY).path("items")) {
        var mark = item.at("/metadata/annotations").path(Manifest.MARK).asText();
        marks.put(collection + "/" + item.at("/metadata/name").asText(), mark);
      }
    }
    return marks;
  }

  /** Waits until discovery offers every kind the CRDs define. */
  void awaitServed(List<Manifest> manifests) throws InterruptedException {
    var wanted = new HashSet<String>();
    for (var manifest : manifests) {
      if (manifest.collection().endsWith("/customresourcedefinitions")) {
        wanted.add(manifest.name());
      }
    }
    var deadline = System.nanoTime() + SERVED_WITHIN.toNanos();
    while (true) {
      wanted.removeAll(served(door.get("/apis", DISCOVERY)));
      if (wanted.isEmpty()) {
        return;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new Refusal(
            "kube-apiserver",
            "does not serve these kinds %d s after they were installed: %s"
                .formatted(SERVED_WITHIN.toSeconds(), wanted),
            "read the log of kube-apiserver and start again");
      }
      // The API server tells of a new kind in discovery only; there is nothing to watch.
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  private static Set<String> served(JsonNode discovery) {
    var names = new HashSet<String>();
    for (var group : discovery.path("items")) {
      var groupName = group.at("/metadata/name").asText();
      for (var version : group.path("versions")) {
        for (var resource : version.path("resources")) {
          names.add(resource.path("resource").asText() + "." + groupName);
        }
      }
    }
    return names;
  }
}
