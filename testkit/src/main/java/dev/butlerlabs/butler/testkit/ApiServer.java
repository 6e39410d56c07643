package dev.butlerlabs.butler.testkit;

import dev.butlerlabs.butler.sandbox.plane.Binaries;
import dev.butlerlabs.butler.sandbox.plane.ControlPlane;
import dev.butlerlabs.butler.sandbox.plane.Mode;
import dev.butlerlabs.butler.sandbox.plane.PlaneSettings;
import dev.butlerlabs.butler.sandbox.plane.Ports;
import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.supervise.Supervisor;
import dev.butlerlabs.butler.sandbox.toolchain.Located;
import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainSettings;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The one API server of this JVM, in a temporary folder that goes with it. */
final class ApiServer implements AutoCloseable {

  private static final EnumSet<Tool> TOOLS =
      EnumSet.of(Tool.ETCD, Tool.KUBE_APISERVER, Tool.KUBE_CONTROLLER_MANAGER, Tool.KUBECTL);

  /** Tests want its time more than its memory. */
  private static final Map<String, String> SPACIOUS = Map.of("GOGC", "400");

  private static final String NOBODY =
      """
      apiVersion: v1
      kind: Config
      current-context: none
      contexts: [{name: none, context: {cluster: none, user: none}}]
      clusters: [{name: none, cluster: {server: "https://127.0.0.1"}}]
      users: [{name: none, user: {}}]
      """;

  private final Deque<Runnable> toClose = new ArrayDeque<>();
  private final AtomicInteger namespaces = new AtomicInteger();
  private final List<String> parts = new CopyOnWriteArrayList<>();
  private final ControlPlane plane;
  private final Config config;
  private final KubernetesClient admin;
  private final Kubectl kubectl;
  private final CustomResources kinds;
  private final Leftovers leftovers;

  private ApiServer() {
    var tools = tools();
    var started = System.nanoTime();
    var _ = Thread.ofPlatform().daemon().name("testkit-warm-up").start(ApiServer::loadClient);
    try {
      var folder = Folders.temporary("butler-testkit-");
      toClose.push(() -> Folders.remove(folder));
      plane = plane(folder.resolve("home"), binaries(tools));
      toClose.push(plane::close);
      leftovers = new Leftovers(plane.storeUrl(), plane.storeTls());
      toClose.push(leftovers::close);
      config = config(plane);
      admin = new KubernetesClientBuilder().withConfig(config).build();
      toClose.push(admin::close);
      kinds = new CustomResources(admin);
      kubectl =
          new Kubectl(path(tools, Tool.KUBECTL), plane.adminFile(), folder.resolve("kubectl"));
      tell(Duration.ofNanos(System.nanoTime() - started));
    } catch (IOException failed) {
      close();
      throw new UncheckedIOException("cannot read what the test API server wrote", failed);
    } catch (RuntimeException failed) {
      close();
      throw failed;
    }
  }

  static ApiServer start() {
    return new ApiServer();
  }

  /** One of its files. */
  Path file(String name) {
    return plane.adminFile().resolveSibling(name);
  }

  Path kubeconfig() {
    return plane.adminFile();
  }

  Config config() {
    return config;
  }

  KubernetesClient admin() {
    return admin;
  }

  Kubectl kubectl() {
    return kubectl;
  }

  CustomResources kinds() {
    return kinds;
  }

  Leftovers leftovers() {
    return leftovers;
  }

  int nextNamespace() {
    return namespaces.incrementAndGet();
  }

  @Override
  public void close() {
    while (!toClose.isEmpty()) {
      toClose.pop().run();
    }
  }

  /**
   * Loading the client's classes takes seconds on a cold JVM; the server needs as long to start.
   */
  private static void loadClient() {
    Config.fromKubeconfig(NOBODY);
    new KubernetesClientBuilder().withConfig(Config.empty()).build().close();
  }

  private ControlPlane plane(Path folder, Binaries binaries) {
    var home = Home.claim(folder);
    toClose.push(home::close);
    Ports.give(home, FreePort::next);
    var clock = InstantSource.system();
    var settings = new PlaneSettings(home, Mode.TEST, binaries).with(SPACIOUS);
    try {
      var supervisor = Supervisor.open(home, clock, _ -> {});
      toClose.push(supervisor::close);
      return ControlPlane.start(settings, supervisor, clock.instant(), parts::add);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the API server started", interrupted);
    }
  }

  private static Config config(ControlPlane plane) throws IOException {
    var config = Config.fromKubeconfig(Files.readString(plane.adminFile()));
    // fabric8 takes every key in PKCS#8 for RSA unless told otherwise; the plane's are EC.
    config.setClientKeyAlgo("EC");
    return config;
  }

  private static Map<Tool, Located> tools() {
    var settings = ToolchainSettings.fromEnvironment(System.getenv());
    return new Toolchain(settings, new ToldOnce(), InstantSource.system()).ensure(TOOLS);
  }

  private static Binaries binaries(Map<Tool, Located> tools) {
    var controllers = path(tools, Tool.KUBE_CONTROLLER_MANAGER);
    return new Binaries(
        path(tools, Tool.ETCD),
        path(tools, Tool.KUBE_APISERVER),
        controllers,
        // A plane for tests starts no scheduler and asks for none.
        controllers.resolveSibling("kube-scheduler"));
  }

  private static Path path(Map<Tool, Located> tools, Tool tool) {
    return Objects.requireNonNull(tools.get(tool), tool::binary).path();
  }

  private void tell(Duration took) {
    say(
        "testkit: the API server at %s serves after %d ms (%s)"
            .formatted(plane.url(), took.toMillis(), String.join("; ", parts)));
  }

  private static void say(String line) {
    System.out.println(line);
  }

  /** A build of the tools takes minutes; whoever waits for a test should know why. */
  private static final class ToldOnce implements Progress {

    @Override
    public void started(Tool tool, String doing) {
      say("testkit: %s: %s".formatted(tool.binary(), doing));
    }
  }
}
