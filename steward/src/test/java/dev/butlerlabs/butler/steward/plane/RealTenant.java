package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainSettings;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import dev.butlerlabs.butler.testkit.FreePort;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The containers of a planned Deployment as processes of this machine: their command lines as
 * planned, their mounted Secrets as files. Only the paths of the files are moved.
 */
final class RealTenant implements AutoCloseable {

  private final Path folder;
  private final Deque<Process> running = new ArrayDeque<>();
  private final List<Secret> secrets = new ArrayList<>();
  private final Map<String, ConfigMap> configMaps = new HashMap<>();

  RealTenant(Path folder) {
    this.folder = folder;
  }

  /** An etcd that lets in whoever has a certificate of its authority. */
  void startStore(CertificateAuthority authority, int port, Instant now) throws IOException {
    var names = SubjectAltName.all("127.0.0.1", "localhost");
    var own =
        authority.issue(
            CertificateOrder.peer(Subject.named("etcd"), names, Duration.ofDays(1)),
            KeyKind.EC_P256,
            now,
            new SecureRandom());
    Files.createDirectories(folder.resolve("etcd"));
    Files.writeString(folder.resolve("etcd/ca.crt"), authority.certificatePem());
    Files.writeString(folder.resolve("etcd/own.crt"), own.certificatePem());
    Files.writeString(folder.resolve("etcd/own.key"), own.key().traditionalPem());
    var client = "https://127.0.0.1:" + port;
    var peer = "http://127.0.0.1:" + FreePort.next();
    start(
        "etcd",
        List.of(
            program(Tool.ETCD),
            "--data-dir=" + folder.resolve("etcd/data"),
            "--listen-client-urls=" + client,
            "--advertise-client-urls=" + client,
            "--listen-peer-urls=" + peer,
            "--initial-advertise-peer-urls=" + peer,
            "--initial-cluster=default=" + peer,
            "--cert-file=" + folder.resolve("etcd/own.crt"),
            "--key-file=" + folder.resolve("etcd/own.key"),
            "--trusted-ca-file=" + folder.resolve("etcd/ca.crt"),
            "--client-cert-auth=true",
            "--unsafe-no-fsync",
            "--log-level=warn"));
  }

  /** What the owner of the tenant keeps beside it, for its pods to find. */
  void keep(Secret secret) {
    secrets.add(secret);
  }

  void keep(ConfigMap map) {
    configMaps.put(map.getMetadata().getName(), map);
  }

  void startPods(Deployment deployment, List<Secret> stored) throws IOException {
    var pod = deployment.getSpec().getTemplate().getSpec();
    var found =
        Stream.concat(secrets.stream(), stored.stream())
            .collect(Collectors.toMap(secret -> secret.getMetadata().getName(), secret -> secret));
    for (var container : pod.getInitContainers()) {
      start(container, pod, found);
    }
    for (var container : pod.getContainers()) {
      start(container, pod, found);
    }
  }

  /** The API server of another plan in place of the pods that run; the store stays. */
  void replaceApiServer(Deployment deployment, List<Secret> stored) throws IOException {
    while (running.size() > 1) {
      stop(running.pop());
    }
    var only =
        new DeploymentBuilder(deployment)
            .editSpec()
            .editTemplate()
            .editSpec()
            .withContainers()
            .endSpec()
            .endTemplate()
            .endSpec()
            .build();
    startPods(only, stored);
  }

  private void start(Container container, PodSpec pod, Map<String, Secret> secrets)
      throws IOException {
    var root = folder.resolve(container.getName());
    for (var mount : container.getVolumeMounts()) {
      fill(root, mount, pod, secrets);
    }
    var line = new ArrayList<String>();
    line.add(program(container.getCommand().getFirst(), container.getImage()));
    container
        .getArgs()
        .forEach(
            flag ->
                line.add(
                    flag.replace("=/etc/kubernetes", "=" + root + "/etc/kubernetes")
                        .replace("unix:///run/kine/", "unix://" + folder + "/")));
    start(container.getName(), line, environment(container, secrets));
  }

  private static Map<String, String> environment(Container container, Map<String, Secret> secrets) {
    var environment = new HashMap<String, String>();
    for (var variable : container.getEnv()) {
      if (variable.getValueFrom() != null) {
        var reference = variable.getValueFrom().getSecretKeyRef();
        var texts = texts(secrets, reference.getName());
        environment.put(variable.getName(), texts.getOrDefault(reference.getKey(), ""));
      }
    }
    return environment;
  }

  private void fill(Path root, VolumeMount mount, PodSpec pod, Map<String, Secret> secrets)
      throws IOException {
    var volume =
        pod.getVolumes().stream()
            .filter(one -> one.getName().equals(mount.getName()))
            .findFirst()
            .orElseThrow();
    if (volume.getEmptyDir() != null) {
      return;
    }
    var place = root.resolve(mount.getMountPath().substring(1));
    if (volume.getSecret() != null) {
      var texts = texts(secrets, volume.getSecret().getSecretName());
      for (var key : texts.keySet()) {
        write(place.resolve(key), Objects.requireNonNull(texts.get(key)));
      }
      return;
    }
    if (volume.getConfigMap() != null) {
      var source = volume.getConfigMap();
      var data = Objects.requireNonNull(configMaps.get(source.getName())).getData();
      for (var item : source.getItems()) {
        write(place.resolve(item.getPath()), Objects.requireNonNull(data.get(item.getKey())));
      }
      return;
    }
    for (var source : volume.getProjected().getSources()) {
      var texts = texts(secrets, source.getSecret().getName());
      for (var item : source.getSecret().getItems()) {
        write(place.resolve(item.getPath()), Objects.requireNonNull(texts.get(item.getKey())));
      }
    }
  }

  private static Map<String, String> texts(Map<String, Secret> secrets, String name) {
    return SecretText.of(Objects.requireNonNull(secrets.get(name), name));
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, text);
  }

  private void start(String name, List<String> line) throws IOException {
    start(name, line, Map.of());
  }

  private void start(String name, List<String> line, Map<String, String> environment)
      throws IOException {
    Files.createDirectories(folder);
    var builder =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".log").toFile());
    builder.environment().putAll(environment);
    running.push(builder.start());
  }

  static String kubectl() {
    return program(Tool.KUBECTL);
  }

  /**
   * The program of that name and version, which is fetched or built when it is not there yet.
   *
   * @param image any text that ends with the version, such as an image or {@code v1.36.3}
   */
  static String program(String name, String image) {
    return Arrays.stream(Tool.values())
        .filter(tool -> tool.binary().equals(name) && image.endsWith("v" + tool.version()))
        .findFirst()
        .map(RealTenant::program)
        .orElseThrow(() -> new AssertionError("the tool chain has no " + name + " of " + image));
  }

  private static String program(Tool tool) {
    var settings = ToolchainSettings.fromEnvironment(System.getenv());
    var progress = new Progress() {};
    return new Toolchain(settings, progress, InstantSource.system())
        .require(tool)
        .path()
        .toString();
  }

  /** All a program said since it was started last. */
  List<String> lines(String name) throws IOException {
    return Files.readAllLines(folder.resolve(name + ".log"));
  }

  /** The last lines of it, for a failure. */
  String log(String name) throws IOException {
    var lines = lines(name);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
  }

  @Override
  public void close() {
    stop();
  }

  /** API server and controllers first: without its store an API server takes long to end. */
  void stop() {
    while (!running.isEmpty()) {
      stop(running.pop());
    }
  }

  private static void stop(Process process) {
    process.destroyForcibly();
    process.onExit().join();
  }
}
