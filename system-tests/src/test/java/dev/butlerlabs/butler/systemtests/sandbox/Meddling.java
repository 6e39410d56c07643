package dev.butlerlabs.butler.systemtests.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Somebody deletes, edits and scales the objects of an addon whose drift is repaired, kind by kind.
 *
 * @param tenant kubeconfig of its cluster
 * @param namespace of its release
 */
record Meddling(Ordered cluster, String tenant, String namespace) {

  /** More of them within a minute would be taken for a fight. */
  private static final int ROUNDS = 2;

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String LABEL = "butler.butlerlabs.dev/stand-in";
  private static final String SHOWN = "{.metadata.labels.butler\\.butlerlabs\\.dev/stand-in}";

  /** Prints how long it took; between two looks of kubectl some tenths of a second pass. */
  void isUndoneWithin(Duration longest) throws IOException, InterruptedException {
    awaitSynced();
    var times = new ArrayList<Duration>();
    for (var round = 0; round < ROUNDS; round++) {
      for (var object : objects()) {
        times.add(deleted(object));
        times.add(
            object.startsWith("statefulset")
                ? undone(object, "{.spec.replicas}", "2", "scale", object, "--replicas=0")
                : undone(object, SHOWN, "true", "label", "--overwrite", object, LABEL + "=no"));
      }
    }
    times.sort(Comparator.naturalOrder());
    System.out.printf(
        "drift in the sandbox: %d times, half repaired within %d ms, the slowest within %d ms%n",
        times.size(), times.get(times.size() / 2).toMillis(), times.getLast().toMillis());
    assertThat(times).hasSize(ROUNDS * 2 * 4);
    assertThat(times.getLast()).isLessThanOrEqualTo(longest);
  }

  private void awaitSynced() {
    Sandbox.await(
        "its objects were looked at",
        PATIENCE,
        () ->
            cluster
                .look(
                    "-n",
                    cluster.namespace(),
                    "get",
                    "tenantaddon/hello-nats",
                    "-o",
                    "jsonpath={.status.conditions[?(@.type=='Synced')].status}")
                .equals("True"));
  }

  /** One of each kind that the release has. */
  private List<String> objects() {
    return List.of(
        "statefulset.apps/nats", "service/nats", "serviceaccount/nats", "configmap/nats-values");
  }

  private Duration deleted(String object) throws IOException, InterruptedException {
    var uid = "{.metadata.uid}";
    var before = shown(object, uid);
    assertThat(before).as(object).isNotEmpty();
    inside("delete", object, "--wait=false");
    return since(System.nanoTime(), object, uid, before, false);
  }

  private Duration undone(String object, String path, String wanted, String... edit)
      throws IOException, InterruptedException {
    inside(edit);
    return since(System.nanoTime(), object, path, wanted, true);
  }

  /** Until that is shown, or something else. */
  private Duration since(long begin, String object, String path, String text, boolean same) {
    Sandbox.await(
        object + " is as it was",
        PATIENCE,
        () -> {
          var now = shown(object, path);
          return !now.isEmpty() && now.equals(text) == same;
        });
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  private String shown(String object, String path) {
    return cluster.look(
        "--kubeconfig",
        tenant,
        "-n",
        namespace,
        "get",
        object,
        "--ignore-not-found",
        "-o",
        "jsonpath=" + path);
  }

  private void inside(String... arguments) throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of("--kubeconfig", tenant, "-n", namespace));
    all.addAll(List.of(arguments));
    cluster.run(all.toArray(String[]::new));
  }
}
