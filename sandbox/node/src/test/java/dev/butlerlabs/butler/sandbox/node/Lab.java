package dev.butlerlabs.butler.sandbox.node;

import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.sandbox.node.plan.Image;
import dev.butlerlabs.butler.sandbox.node.plan.Images;
import dev.butlerlabs.butler.sandbox.node.plan.KnownPrograms;
import dev.butlerlabs.butler.sandbox.plane.Binaries;
import dev.butlerlabs.butler.sandbox.plane.ControlPlane;
import dev.butlerlabs.butler.sandbox.plane.Mode;
import dev.butlerlabs.butler.sandbox.plane.PlaneSettings;
import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.supervise.Supervisor;
import dev.butlerlabs.butler.sandbox.toolchain.Located;
import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainSettings;
import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.PodResource;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A whole control plane with scheduler and controllers, and process nodes on it. */
final class Lab {

  private final Deque<Runnable> toClose = new ArrayDeque<>();
  private final Map<Tool, Located> tools;
  private final Path folder;
  private final ControlPlane plane;
  private final KubernetesClient client;
  final SystemTimeline timeline = new SystemTimeline();
  final List<String> lines = new CopyOnWriteArrayList<>();
  private int namespaces;

  private Lab(Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    tools =
        new Toolchain(
                ToolchainSettings.fromEnvironment(System.getenv()),
                Progress.silent(),
                InstantSource.system())
            .ensure(
                EnumSet.of(
                    Tool.ETCD,
                    Tool.KUBE_APISERVER,
                    Tool.KUBE_CONTROLLER_MANAGER,
                    Tool.KUBE_SCHEDULER,
                    Tool.KUBECTL));
    toClose.push(timeline::close);
    Files.createDirectories(shared());
    var home = Home.claim(folder.resolve("plane"));
    toClose.push(home::close);
    var supervisor = Supervisor.open(home, InstantSource.system(), _ -> {});
    toClose.push(supervisor::close);
    plane =
        ControlPlane.start(
            new PlaneSettings(home, Mode.SANDBOX, Binaries.of(tools)),
            supervisor,
            timeline.instant(),
            _ -> {});
    toClose.push(plane::close);
    var config = Config.fromKubeconfig(Files.readString(plane.adminFile()));
    config.setClientKeyAlgo("EC");
    client = new KubernetesClientBuilder().withConfig(config).build();
    toClose.push(client::close);
    client
        .load(Lab.class.getResourceAsStream("access.yaml"))
        .fieldManager("lab")
        .forceConflicts()
        .serverSideApply();
    plane.awaitControllers();
  }

  static Lab open(Path folder) {
    try {
      return new Lab(folder);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("the lab did not open", e);
    }
  }

  KubernetesClient client() {
    return client;
  }

  ControlPlane plane() {
    return plane;
  }

  /** Certificate and key of the authority, for a node in another process. */
  Path authorityFile() throws IOException {
    var authority = plane.authority().credential();
    return Files.writeString(
        folder.resolve("authority.pem"), authority.certificatePem() + authority.key().pem());
  }

  Await await() {
    return new Await(client);
  }

  Path tool(Tool tool) {
    return Objects.requireNonNull(tools.get(tool)).path();
  }

  Images images() {
    return Images.of(
        Map.of(
            "test/shell:1",
            new Image("/bin/sh", List.of("/bin/sh"), List.of(), true),
            "test/etcd:1",
            KnownPrograms.etcd(tool(Tool.ETCD).toString()),
            "test/kube-apiserver:1",
            KnownPrograms.kubeApiserver(tool(Tool.KUBE_APISERVER).toString())));
  }

  /** A folder of this machine that pods may mount. */
  Path shared() {
    return folder.resolve("shared");
  }

  /** A node whose home is of that name. */
  ProcessNode node(String name) throws InterruptedException {
    return node(name, NodeSettings.Mode.PROCESSES);
  }

  ProcessNode node(String name, NodeSettings.Mode mode) throws InterruptedException {
    var home = Home.claim(folder.resolve(name));
    toClose.push(home::close);
    var node = ProcessNode.start(settings(name, home, mode), timeline, lines::add);
    toClose.push(node::close);
    return node;
  }

  NodeSettings settings(String name, Home home, NodeSettings.Mode mode) {
    return new NodeSettings(
        name, home, plane.url(), plane.authority(), images(), mode, "v1.36.3", List.of(shared()));
  }

  synchronized String namespace() {
    var name = "lab-" + ++namespaces;
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .create();
    await()
        .until(
            "the default account is there",
            client.serviceAccounts().inNamespace(name).withName("default"),
            _ -> true);
    return name;
  }

  Pod pod(String namespace, String yaml) {
    return client.pods().inNamespace(namespace).resource(parse(yaml)).create();
  }

  /** Applies any object, in that namespace. */
  void apply(String namespace, String yaml) {
    client
        .resource(yaml)
        .inNamespace(namespace)
        .fieldManager("test")
        .forceConflicts()
        .serverSideApply();
  }

  PodResource find(String namespace, String name) {
    return client.pods().inNamespace(namespace).withName(name);
  }

  Pod awaitReady(String namespace, String name) {
    return await().until(name + " is ready", find(namespace, name), Lab::ready);
  }

  static boolean ready(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
  }

  Pod parse(String yaml) {
    return client.getKubernetesSerialization().unmarshal(yaml, Pod.class);
  }

  String kubectl(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(tool(Tool.KUBECTL).toString()));
    command.add("--kubeconfig=" + plane.adminFile());
    command.addAll(List.of(arguments));
    var process =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .start();
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor(30, TimeUnit.SECONDS);
    return text;
  }

  void close() throws IOException {
    while (!toClose.isEmpty()) {
      toClose.pop().run();
    }
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  static String shell(String name, String container, String... spec) {
    var image = container.contains("image:") ? "" : "image: test/shell:1\n";
    return """
    apiVersion: v1
    kind: Pod
    metadata: {name: %s}
    spec:
      nodeName: node-a
      %s
      containers:
      - name: main
    %s
    """
        .formatted(name, String.join("\n  ", spec), (image + container).indent(4));
  }

  ContainerStatus awaitWaiting(String namespace, String name, String reason) {
    return await()
        .until(
            name + " waits for " + reason,
            find(namespace, name),
            pod ->
                pod.getStatus().getContainerStatuses().stream()
                    .map(status -> status.getState().getWaiting())
                    .anyMatch(waiting -> waiting != null && waiting.getReason().equals(reason)))
        .getStatus()
        .getContainerStatuses()
        .getFirst();
  }

  String log(String namespace, String pod) {
    return find(namespace, pod).getLog();
  }
}
