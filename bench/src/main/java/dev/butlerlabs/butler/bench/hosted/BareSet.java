package dev.butlerlabs.butler.bench.hosted;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainSettings;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The programs of a hosted control plane as they can be started by hand: their flags, environment
 * and files, without a node, a pod or a Service. Only addresses, the place in etcd and the login
 * there are their own.
 *
 * @param lines by program, the command line without address and place
 * @param environment by program
 * @param administrator who may ask
 * @param folder where their files and logs are
 */
record BareSet(
    Map<Tool, List<String>> lines,
    Map<Tool, Map<String, String>> environment,
    Kubeconfig administrator,
    Path folder) {

  private static final String STORE_LOGIN = "/etc/kubernetes/pki/etcd/server.";
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final List<Tool> PROGRAMS =
      List.of(Tool.KUBE_APISERVER, Tool.KUBE_CONTROLLER_MANAGER, Tool.KUBE_SCHEDULER);

  static BareSet like(KubernetesClient client, String name, Path home, Path folder)
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
    var settings = ToolchainSettings.fromEnvironment(System.getenv());
    var tools = new Toolchain(settings, Progress.silent(), InstantSource.system());
    var lines = new LinkedHashMap<Tool, List<String>>();
    var environment = new LinkedHashMap<Tool, Map<String, String>>();
    for (var tool : PROGRAMS) {
      var container =
          Stream.concat(pod.getInitContainers().stream(), pod.getContainers().stream())
              .filter(one -> one.getName().equals(tool.binary()))
              .findFirst()
              .orElseThrow();
      var files = folder.resolve(tool.binary());
      write(client, pod, container, files);
      var line = new ArrayList<String>();
      line.add(tools.require(tool).path().toString());
      container.getArgs().stream()
          .filter(flag -> !flag.startsWith("--etcd-prefix=") && !flag.startsWith("--secure-port="))
          .map(flag -> flag.replace("/etc/kubernetes", files + "/etc/kubernetes"))
          .forEach(line::add);
      lines.put(tool, List.copyOf(line));
      var variables = new LinkedHashMap<String, String>();
      container.getEnv().forEach(one -> variables.put(one.getName(), one.getValue()));
      environment.put(tool, variables);
    }
    // The tenant's own login opens one prefix only, and each start shall have a new one.
    var root = Files.readString(home.resolve("tenant-store-pki/root.pem"));
    for (var file : List.of("crt", "key")) {
      Files.writeString(folder.resolve(Tool.KUBE_APISERVER.binary() + STORE_LOGIN + file), root);
    }
    var login = text(secret(client, name + "-admin-kubeconfig"), "super-admin.conf");
    return new BareSet(lines, environment, Kubeconfig.parse(login), folder);
  }

  /** The same programs with nothing in their environment. */
  BareSet naive() {
    return new BareSet(lines, Map.of(), administrator, folder);
  }

  /** From the start of kube-apiserver to its ready answer; it is stopped then. */
  Duration apiServerReadyAfter(String prefix) throws IOException {
    var start = System.nanoTime();
    try (var running = RunningSet.start(this, prefix, 1)) {
      Waiting.until(
          "a bare kube-apiserver, see " + folder, PATIENCE, () -> when(running.apiServerReady()));
      return Duration.ofNanos(System.nanoTime() - start);
    }
  }

  /** From the start of that many sets at once to when all their programs say they are well. */
  Duration allReadyAfter(int sets, String prefix) throws IOException {
    var start = System.nanoTime();
    try (var crowd = new Crowd()) {
      for (var i = 0; i < sets; i++) {
        crowd.add(RunningSet.start(this, prefix + i, PROGRAMS.size()));
      }
      Waiting.until(sets + " bare sets, see " + folder, PATIENCE, () -> when(crowd.ready()));
      return Duration.ofNanos(System.nanoTime() - start);
    }
  }

  /** What each of that many sets holds once all say they are well. */
  double memoryOfEach(int sets, String prefix) throws IOException {
    try (var crowd = new Crowd()) {
      for (var i = 0; i < sets; i++) {
        crowd.add(RunningSet.start(this, prefix + i, PROGRAMS.size()));
      }
      Waiting.until(sets + " bare sets, see " + folder, PATIENCE, () -> when(crowd.ready()));
      return Memory.shares(crowd.processes().map(Process::toHandle)) / sets;
    }
  }

  private static Optional<Boolean> when(boolean so) {
    return so ? Optional.of(true) : Optional.empty();
  }

  private static void write(KubernetesClient client, PodSpec pod, Container container, Path files)
      throws IOException {
    for (var mount : container.getVolumeMounts()) {
      var volume =
          pod.getVolumes().stream()
              .filter(one -> one.getName().equals(mount.getName()))
              .findFirst()
              .orElseThrow();
      var folder = Path.of(files + mount.getMountPath());
      for (var entry : contents(client, volume).entrySet()) {
        var file = folder.resolve(entry.getKey());
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, entry.getValue());
      }
    }
  }

  private static Map<String, String> contents(KubernetesClient client, Volume volume) {
    var texts = new LinkedHashMap<String, String>();
    if (volume.getSecret() != null) {
      var secret = secret(client, volume.getSecret().getSecretName());
      secret.getData().keySet().forEach(key -> texts.put(key, text(secret, key)));
    } else {
      for (var source : volume.getProjected().getSources()) {
        var secret = secret(client, source.getSecret().getName());
        for (KeyToPath item : source.getSecret().getItems()) {
          texts.put(item.getPath(), text(secret, item.getKey()));
        }
      }
    }
    return texts;
  }

  private static Secret secret(KubernetesClient client, String name) {
    return client.secrets().inNamespace(Orders.NAMESPACE).withName(name).require();
  }

  private static String text(Secret secret, String key) {
    return new String(Base64.getDecoder().decode(secret.getData().get(key)), UTF_8);
  }
}
