package dev.butlerlabs.butler.sandbox.platform;

import dev.butlerlabs.butler.sandbox.plane.Ports;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * What is installed into the API server.
 *
 * <p>Reading it takes a young JVM as long as the API server takes to start, so it is read
 * meanwhile.
 */
final class Definitions {

  private final FutureTask<List<Manifest>> own = new FutureTask<>(OwnManifests::all);
  private final FutureTask<ClusterApi> clusterApi;

  private Definitions(Path clusterApiFolder) {
    clusterApi = new FutureTask<>(() -> ClusterApi.read(clusterApiFolder));
  }

  /** Begins to read and returns at once. */
  static Definitions reading(Path clusterApiFolder) {
    var definitions = new Definitions(clusterApiFolder);
    Thread.ofPlatform()
        .daemon()
        .name("definitions")
        .start(
            () -> {
              definitions.own.run();
              definitions.clusterApi.run();
            });
    return definitions;
  }

  /** Waits until all is read. */
  List<Manifest> all(Ports ports, String caBundle) throws InterruptedException {
    try {
      var all = new ArrayList<>(own.get());
      all.addAll(clusterApi.get().manifests(ports, caBundle));
      return all;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Refusal refusal) {
        throw refusal;
      }
      throw new IllegalStateException("the definitions cannot be read", e.getCause());
    }
  }
}
