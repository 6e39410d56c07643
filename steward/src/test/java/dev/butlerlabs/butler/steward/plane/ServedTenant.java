package dev.butlerlabs.butler.steward.plane;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Driver;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.steward.inside.TenantBasics;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import dev.butlerlabs.butler.steward.plane.plan.Room;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.FreePort;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A tenant that serves: the programs a plan names with its flags and files, and what is written
 * into every tenant.
 */
public final class ServedTenant implements AutoCloseable {

  private final Path folder;
  private final World world;
  private final RealTenant processes;
  private final KubernetesClient admin;
  private final HttpClient http;
  private final int port;
  private final String version;
  private int namespaces;

  /** What kubectl answered. */
  public record Said(int exit, String out, String err) {}

  private ServedTenant(Path folder, World world, RealTenant processes, int port, String version) {
    this.folder = folder;
    this.world = world;
    this.processes = processes;
    this.port = port;
    this.version = version;
    this.admin = client("admin.conf");
    this.http =
        HttpClient.newBuilder()
            .sslContext(
                TlsContext.trusting(Kubeconfig.parse(kubeconfig("admin.conf")).authorities()))
            .build();
  }

  /** Starts one of the newest version and waits until its controllers work. */
  public static ServedTenant start() throws IOException {
    return start(newestVersion());
  }

  public static String newestVersion() {
    return World.RELEASES.all().getLast().tried().toString();
  }

  /** What the tool chain has of the oldest minor that is supported. */
  public static String oldestVersion() {
    return World.RELEASES.all().getFirst().tried().toString();
  }

  /** The same with a version of the tool chain. */
  public static ServedTenant start(String version) throws IOException {
    return start(version, "");
  }

  /** One of the newest version in networks of its own: fields of the profile, in YAML. */
  public static ServedTenant inNetworks(String profile) throws IOException {
    return start(newestVersion(), profile);
  }

  private static ServedTenant start(String version, String profile) throws IOException {
    var folder = Files.createTempDirectory("butler-tenant");
    var port = FreePort.next();
    var store = FreePort.next();
    var world = new World(Planes.of("shop", spec(version, port, profile)));
    world.now = Instant.now();
    world.room =
        new Room.Ready(
            "default", Driver.ETCD, List.of("127.0.0.1:" + store), World.STORE.certificatePem());
    var plan = world.run();
    world.rollOut();
    var processes = new RealTenant(folder);
    processes.startStore(World.STORE, store, world.now);
    processes.startPods(plan.deployment().orElseThrow(), plan.secrets());
    var tenant = new ServedTenant(folder, world, processes, port, version);
    tenant.settle();
    return tenant;
  }

  private static String spec(String version, int port, String profile) throws IOException {
    return """
    dataStore: default
    kubernetes: {version: %s, kubelet: {}}
    controlPlane:
      service: {serviceType: ClusterIP}
      deployment:
        extraArgs:
          apiServer: [--bind-address=127.0.0.1, --endpoint-reconciler-type=none]
          controllerManager: [--bind-address=127.0.0.1, --secure-port=%d]
          scheduler: [--secure-port=%d]
    networkProfile: {address: 127.0.0.1, port: %d, %s}
    """
        .formatted(version, FreePort.next(), FreePort.next(), port, profile);
  }

  private void settle() throws IOException {
    try (var root = client("super-admin.conf");
        var timeline = new SystemTimeline();
        var pool =
            new TenantClients(
                TenantSettings.usual("steward-test"), timeline, new SimpleMeterRegistry())) {
      Await.untilTrue("the tenant serves", Duration.ofMinutes(2), () -> serves(root));
      var basics = new TenantBasics(pool);
      Await.untilTrue(
          "administrators get in",
          () -> basics.write(self(), rootConfig(), wanted()) instanceof Answer.Done<Boolean>);
      for (var name : List.of("kube-controller-manager", "kube-scheduler")) {
        Await.untilTrue(
            name + " works",
            Duration.ofMinutes(3),
            () -> root.leases().inNamespace("kube-system").withName(name).get() != null);
      }
      // Having a lease is not yet having worked.
      Await.untilTrue(
          "accounts are made",
          Duration.ofMinutes(3),
          () -> root.serviceAccounts().inNamespace("default").withName("default").get() != null);
    } catch (AssertionError late) {
      var words = processes.log("kube-apiserver");
      // Nobody gets to hold it, so nobody else would end its programs.
      close();
      throw new AssertionError(words, late);
    }
  }

  private static Tenant self() {
    return new Tenant(new ObjectKey("control-planes", "shop"), Planes.UID);
  }

  private byte[] rootConfig() {
    return kubeconfig("super-admin.conf").getBytes(UTF_8);
  }

  private Plan.Basics wanted() {
    return world.plan().basics().orElseThrow();
  }

  private static boolean serves(KubernetesClient client) {
    try {
      return "ok".equals(client.raw("/readyz"))
          && client.namespaces().withName("kube-public").get() != null;
    } catch (KubernetesClientException notYet) {
      return false;
    }
  }

  /** The tenant's administrator. */
  public KubernetesClient admin() {
    return admin;
  }

  /** Whoever the key of the admin Secret is for; to be closed. */
  public KubernetesClient client(String key) {
    return client(kubeconfig(key).getBytes(UTF_8));
  }

  /** Whoever the kubeconfig is for; to be closed. */
  public KubernetesClient client(byte[] kubeconfig) {
    var access = Kubeconfigs.fromBytes(kubeconfig, "of the test").orElseThrow();
    return Clients.connect(access, ClientSettings.named("steward-test"));
  }

  public String kubeconfig(String key) {
    return Objects.requireNonNull(world.keys.get(Part.ADMIN)).text(key);
  }

  /** What a Secret of the control plane holds. */
  public Map<String, String> secret(Part part) {
    return Objects.requireNonNull(world.keys.get(part)).data();
  }

  /** What the plan gives the proxy of this tenant when it is found by that host name. */
  public Map<String, String> proxyCertificate(String host) {
    var spec =
        """
        kubernetes: {version: %s, kubelet: {}}
        controlPlane: {service: {serviceType: ClusterIP}, ingress: {hostname: %s}}
        addons: {tcpProxy: {}}
        """
            .formatted(version, host);
    var other = new World(Planes.of("shop", spec));
    other.now = world.now;
    other.keys.putAll(world.keys);
    other.run();
    return Objects.requireNonNull(other.keys.get(Part.TCP_PROXY)).data();
  }

  public String version() {
    return version;
  }

  public String server() {
    return "https://127.0.0.1:" + port;
  }

  /** A namespace of the test's own. */
  public synchronized String namespace() {
    var name = "check-" + ++namespaces;
    admin
        .namespaces()
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .create();
    return name;
  }

  /** The account every pod of a namespace has, once it is there. */
  public void account(String namespace) {
    new Await(admin)
        .until(
            "the namespace has its account",
            admin.serviceAccounts().inNamespace(namespace).withName("default"),
            Objects::nonNull);
  }

  /**
   * One call with a bearer token, or without any identity.
   *
   * @param headers names and values in turn
   */
  public HttpResponse<String> call(
      @Nullable String token, String method, String path, String body, String... headers) {
    var request =
        HttpRequest.newBuilder(URI.create(server() + path))
            .timeout(Duration.ofSeconds(30))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException failed) {
      throw new AssertionError("could not call " + path, failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  public JsonNode raw(String path) {
    try {
      return WireFormat.mapper().readTree(admin.raw(path));
    } catch (IOException notJson) {
      throw new AssertionError(path + " does not answer JSON", notJson);
    }
  }

  /** The real kubectl as the tenant's administrator; it has to succeed. */
  public String kubectl(String... arguments) {
    var said = reading("", arguments);
    if (said.exit() != 0) {
      throw new AssertionError("kubectl %s: %s".formatted(List.of(arguments), said));
    }
    return said.out();
  }

  /** Applies, which has to succeed. */
  public void apply(String yaml) {
    var said = reading(yaml, "apply", "-f", "-");
    if (said.exit() != 0) {
      throw new AssertionError(said.toString());
    }
  }

  /** The same with something to read, whatever comes of it. */
  public Said reading(String input, String... arguments) {
    var config = folder.resolve("kubectl.conf");
    if (!Files.exists(config)) {
      write(config, kubeconfig("admin.conf"));
    }
    var command = new ArrayList<String>();
    command.add(RealTenant.kubectl());
    command.add("--kubeconfig=" + config);
    command.add("--cache-dir=" + folder.resolve("kubectl-cache"));
    command.addAll(List.of(arguments));
    return run(command, input);
  }

  /** The real kubeadm of the tenant's version, as somebody on a machine that is to join. */
  public Said kubeadm(String... arguments) {
    var command = new ArrayList<String>();
    command.add(RealTenant.program("kubeadm", version));
    command.addAll(List.of(arguments));
    return run(command, "");
  }

  /** A file for programs to read. */
  public Path file(String name, String text) {
    return write(folder.resolve(name), text);
  }

  private static Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException failed) {
      throw new AssertionError("cannot write " + file, failed);
    }
  }

  private Said run(List<String> command, String input) {
    try {
      var errors = Files.createTempFile(folder, "said", ".err");
      var process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      try (var stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(UTF_8));
      }
      var out = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        throw new AssertionError("it does not end: " + command);
      }
      return new Said(process.exitValue(), out, Files.readString(errors));
    } catch (IOException failed) {
      throw new AssertionError("cannot run " + command, failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  @Override
  public void close() {
    http.close();
    admin.close();
    processes.close();
  }
}
