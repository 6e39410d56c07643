package dev.butlerlabs.butler.bench.hosted;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainSettings;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The kube-apiserver of a hosted control plane, started by hand: its flags and files, without a
 * node, a pod or a Service. Only its address, its place in etcd and the login there are its own.
 */
record BareApiServer(List<String> line, Kubeconfig administrator, Path folder) {

  private static final String FILES = "/etc/kubernetes/pki";
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  static BareApiServer like(KubernetesClient client, String name, Path home, Path folder)
      throws IOException {
    var pod =
        client
            .apps()
            .deployments()
            .inNamespace(Orders.NAMESPACE)
            .withName(name)
            .require()
            .getSpec()
            .getTemplate()
            .getSpec();
    var pki = folder.resolve("pki");
    for (var volume : pod.getVolumes()) {
      if (volume.getName().equals("etc-kubernetes-pki")) {
        for (var source : volume.getProjected().getSources()) {
          var secret = secret(client, source.getSecret().getName());
          for (var item : source.getSecret().getItems()) {
            write(pki.resolve(item.getPath()), text(secret, item.getKey()));
          }
        }
      }
    }
    // The tenant's own login opens one prefix only, and each start shall begin from nothing.
    var root = Files.readString(home.resolve("tenant-store-pki/root.pem"));
    write(pki.resolve("etcd/server.crt"), root);
    write(pki.resolve("etcd/server.key"), root);
    var flags = pod.getContainers().getFirst().getArgs();
    var line = new ArrayList<String>();
    line.add(program());
    flags.stream()
        .filter(flag -> !flag.startsWith("--etcd-prefix=") && !flag.startsWith("--secure-port="))
        .map(flag -> flag.replace(FILES, pki.toString()))
        .forEach(line::add);
    // As the node has it, since loopback addresses cannot be endpoints.
    line.add("--endpoint-reconciler-type=none");
    line.add("--bind-address=127.0.0.1");
    var login = text(secret(client, name + "-admin-kubeconfig"), "super-admin.conf");
    return new BareApiServer(List.copyOf(line), Kubeconfig.parse(login), folder);
  }

  /** From the start of the process to its ready answer; it is stopped then. */
  Duration readyAfter(String prefix) throws IOException, InterruptedException {
    var port = freePort();
    var command = new ArrayList<>(line);
    command.add("--etcd-prefix=" + prefix);
    command.add("--secure-port=" + port);
    var start = System.nanoTime();
    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("kube-apiserver.log").toFile())
            .start();
    try (var visitor = new Visitor(administrator.at(URI.create("https://127.0.0.1:" + port)))) {
      Waiting.until(
          "a bare kube-apiserver, see " + folder,
          PATIENCE,
          () -> visitor.ask("/readyz") == 200 ? Optional.of(true) : Optional.empty());
      return Duration.ofNanos(System.nanoTime() - start);
    } finally {
      process.destroyForcibly();
      process.waitFor();
    }
  }

  private static Secret secret(KubernetesClient client, String name) {
    return client.secrets().inNamespace(Orders.NAMESPACE).withName(name).require();
  }

  private static String text(Secret secret, String key) {
    return new String(Base64.getDecoder().decode(secret.getData().get(key)), UTF_8);
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, text);
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static String program() {
    var settings = ToolchainSettings.fromEnvironment(System.getenv());
    var tools = new Toolchain(settings, Progress.silent(), InstantSource.system());
    return tools.require(Tool.KUBE_APISERVER).path().toString();
  }
}
