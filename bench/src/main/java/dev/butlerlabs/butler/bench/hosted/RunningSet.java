package dev.butlerlabs.butler.bench.hosted;

import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Programs of a control plane that were started by hand. Closing ends them at once. */
final class RunningSet implements AutoCloseable {

  private static final String KUBECONFIGS = "etc/kubernetes/kubeconfig";

  private final BareSet set;
  private final Path folder;
  private final Map<Tool, Integer> ports = new LinkedHashMap<>();
  private final List<Process> processes = new ArrayList<>();
  private final Visitor administrator;
  private final Health health = new Health();

  private RunningSet(BareSet set, String prefix) throws IOException {
    this.set = set;
    this.folder = Files.createDirectories(set.folder().resolve("run" + prefix));
    for (var tool : set.lines().keySet()) {
      ports.put(tool, freePort());
    }
    administrator = new Visitor(set.administrator().at(address()));
  }

  /**
   * Starts the first so many of its programs.
   *
   * @param prefix its place in etcd
   */
  static RunningSet start(BareSet set, String prefix, int programs) throws IOException {
    var running = new RunningSet(set, prefix);
    try {
      for (var tool : set.lines().keySet().stream().limit(programs).toList()) {
        running.start(tool, prefix);
      }
      return running;
    } catch (IOException failed) {
      running.close();
      throw failed;
    }
  }

  private void start(Tool tool, String prefix) throws IOException {
    var command = new ArrayList<>(set.lines().get(tool));
    if (tool == Tool.KUBE_APISERVER) {
      command.add("--etcd-prefix=" + prefix);
      // As the node has it, since loopback addresses cannot be endpoints.
      command.add("--endpoint-reconciler-type=none");
    } else {
      var files = set.folder().resolve(tool.binary()).resolve(KUBECONFIGS);
      command.replaceAll(word -> word.replace(files.toString(), own(tool).toString()));
      handOn(files, own(tool));
    }
    command.add("--bind-address=127.0.0.1");
    command.add("--secure-port=" + ports.get(tool));
    var builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(tool.binary() + ".log").toFile());
    builder.environment().putAll(set.environment().getOrDefault(tool, Map.of()));
    processes.add(builder.start());
  }

  private Path own(Tool tool) {
    return folder.resolve(tool.binary());
  }

  /** The kubeconfigs, but leading to this set's API server. */
  private void handOn(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (var file : files.toList()) {
        var config = Kubeconfig.parse(Files.readString(file)).at(address());
        Files.writeString(to.resolve(file.getFileName()), config.render());
      }
    }
  }

  private URI address() {
    return URI.create("https://127.0.0.1:" + ports.get(Tool.KUBE_APISERVER));
  }

  boolean apiServerReady() {
    return administrator.ask("/readyz") == 200;
  }

  /** Whether each of its programs says that it is well. */
  boolean ready() {
    return apiServerReady()
        && ports.entrySet().stream()
            .filter(port -> port.getKey() != Tool.KUBE_APISERVER)
            .allMatch(port -> health.good("127.0.0.1", port.getValue()));
  }

  Stream<Process> processes() {
    return processes.stream();
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
    processes.forEach(process -> process.onExit().join());
    administrator.close();
    health.close();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
