package dev.butlerlabs.butler.testkit;

import dev.butlerlabs.butler.testkit.faults.Faults;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A real Kubernetes API server as one test sees it: shared with the other tests of this JVM, with
 * namespaces of its own, which go when the test ends, as do the clients it opened here.
 */
public final class TestCluster implements AutoCloseable {

  private final ApiServer server;
  private final String label;
  private final Deque<Runnable> opened = new ArrayDeque<>();
  private final List<String> namespaces = new ArrayList<>();
  private @Nullable String ownNamespace;

  TestCluster(ApiServer server, String label) {
    this.server = server;
    this.label = label;
  }

  /** An administrator's client, shared by all tests; do not close it. */
  public KubernetesClient client() {
    return server.admin();
  }

  /** An administrator's client that reads and writes objects in that way. */
  public KubernetesClient client(KubernetesSerialization format) {
    var client =
        new KubernetesClientBuilder()
            .withConfig(server.config())
            .withKubernetesSerialization(format)
            .build();
    closeLater(client::close);
    return client;
  }

  /** An administrator's client that numbers its calls and breaks some. */
  public RecordingClient recording(KubernetesSerialization format, Faults faults) {
    var recording = new RecordingClient(server.config(), format, faults);
    closeLater(recording::close);
    return recording;
  }

  public RecordingClient recording(Faults faults) {
    return recording(new KubernetesSerialization(), faults);
  }

  /** The namespace of this test, made when it is first asked for. */
  public synchronized String namespace() {
    if (ownNamespace == null) {
      ownNamespace = freshNamespace();
    }
    return ownNamespace;
  }

  /** Another namespace, for tests that need more than one. */
  public synchronized String freshNamespace() {
    var name = "%s-%d".formatted(label, server.nextNamespace());
    var namespace = new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build();
    client().resource(namespace).create();
    namespaces.add(name);
    return name;
  }

  /** A file that lets any Kubernetes program in as an administrator. */
  public Path kubeconfig() {
    return server.kubeconfig();
  }

  public Config config() {
    return server.config();
  }

  /** Waits by watching, with this cluster's own client. */
  public Await await() {
    return new Await(client());
  }

  /** Puts the definitions in these files into the cluster and returns when it serves them. */
  public void install(Path... definitions) {
    var kinds = server.kinds();
    kinds.install(Arrays.stream(definitions).map(file -> read(kinds, file)).toList());
  }

  /** Same, from resources of the class path, named from its root. */
  public void installResources(String... definitions) {
    var kinds = server.kinds();
    kinds.install(Arrays.stream(definitions).map(name -> read(kinds, name)).toList());
  }

  /** Runs the real kubectl, in this test's namespace unless the arguments name another. */
  public KubectlResult kubectl(String... arguments) {
    return kubectlReading("", arguments);
  }

  /** Same, with text on its standard input: {@code kubectlReading(yaml, "apply", "-f", "-")}. */
  public KubectlResult kubectlReading(String input, String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.add(0, "--namespace=" + namespace());
    return server.kubectl().run(input, all);
  }

  /** Called by the extension when the test has ended. */
  @Override
  public synchronized void close() {
    while (!opened.isEmpty()) {
      opened.pop().run();
    }
    server.leftovers().remove(namespaces);
  }

  private synchronized void closeLater(Runnable close) {
    opened.push(close);
  }

  private static CustomResourceDefinition read(CustomResources kinds, Path file) {
    try {
      return kinds.read(Files.newInputStream(file), file.toString());
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot open the definition in " + file, failed);
    }
  }

  private static CustomResourceDefinition read(CustomResources kinds, String resource) {
    var stream = Thread.currentThread().getContextClassLoader().getResourceAsStream(resource);
    if (stream == null) {
      throw new IllegalArgumentException(
          "the class path has no " + resource + "; was the module that generates it built?");
    }
    return kinds.read(stream, resource);
  }
}
