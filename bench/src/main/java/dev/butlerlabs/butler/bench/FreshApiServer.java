package dev.butlerlabs.butler.bench;

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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;

/** A real API server with nothing in it, for one benchmark; its folder goes with it. */
public final class FreshApiServer implements AutoCloseable {

  private static final EnumSet<Tool> TOOLS =
      EnumSet.of(Tool.ETCD, Tool.KUBE_APISERVER, Tool.KUBE_CONTROLLER_MANAGER);

  /**
   * The environment of an API server that may use more memory and collects less often, as one does
   * that is given the memory for very many objects.
   */
  public static final Map<String, String> SPACIOUS = Map.of("GOGC", "400");

  private final Deque<Runnable> toClose = new ArrayDeque<>();
  private final Path kubeconfig;

  public FreshApiServer() throws IOException, InterruptedException {
    this(Map.of());
  }

  /** One that has these in its environment. */
  public FreshApiServer(Map<String, String> variables) throws IOException, InterruptedException {
    var binaries = binaries();
    var folder = Files.createTempDirectory("butler-bench-");
    toClose.push(() -> remove(folder));
    try {
      var home = Home.claim(folder.resolve("home"));
      toClose.push(home::close);
      var clock = InstantSource.system();
      var supervisor = Supervisor.open(home, clock, _ -> {});
      toClose.push(supervisor::close);
      var settings = new PlaneSettings(home, Mode.TEST, binaries).with(variables);
      var plane = ControlPlane.start(settings, supervisor, clock.instant(), _ -> {});
      toClose.push(plane::close);
      kubeconfig = plane.adminFile();
    } catch (RuntimeException | InterruptedException failed) {
      close();
      throw failed;
    }
  }

  public Path kubeconfig() {
    return kubeconfig;
  }

  @Override
  public void close() {
    while (!toClose.isEmpty()) {
      toClose.pop().run();
    }
  }

  private static Binaries binaries() {
    var settings = ToolchainSettings.fromEnvironment(System.getenv());
    var tools = new Toolchain(settings, new Told(), InstantSource.system()).ensure(TOOLS);
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

  private static void remove(Path folder) {
    try (var all = Files.walk(folder)) {
      for (var file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot remove the temporary folder " + folder, failed);
    }
  }

  private static final class Told implements Progress {
    @Override
    public void started(Tool tool, String doing) {
      System.err.printf("%s: %s%n", tool.binary(), doing);
    }
  }
}
