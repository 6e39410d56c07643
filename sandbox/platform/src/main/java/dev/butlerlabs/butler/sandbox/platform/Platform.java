package dev.butlerlabs.butler.sandbox.platform;

import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.sandbox.plane.Binaries;
import dev.butlerlabs.butler.sandbox.plane.ControlPlane;
import dev.butlerlabs.butler.sandbox.plane.Mode;
import dev.butlerlabs.butler.sandbox.plane.PlaneSettings;
import dev.butlerlabs.butler.sandbox.plane.Ports;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.plane.supervise.Component;
import dev.butlerlabs.butler.sandbox.plane.supervise.Snapshot;
import dev.butlerlabs.butler.sandbox.plane.supervise.Supervisor;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A running platform: the control plane, Cluster API and the manager, under one supervisor. All its
 * state is in its home; whatever is killed, starting again carries on.
 */
public final class Platform implements AutoCloseable {

  private static final Duration READY_WITHIN = Duration.ofMinutes(2);
  private static final Duration GRACE = Duration.ofSeconds(6);

  private final PlatformSettings settings;
  private final Supervisor supervisor;
  private final ControlPlane plane;
  private final Passports passports;
  private final Ports ports;
  private final TenantStorePart tenantStore;
  private final ChartsPart charts;
  private @Nullable NodePart node;

  private Platform(
      PlatformSettings settings,
      Supervisor supervisor,
      ControlPlane plane,
      Passports passports,
      Ports ports,
      TenantStorePart tenantStore,
      ChartsPart charts) {
    this.settings = settings;
    this.supervisor = supervisor;
    this.plane = plane;
    this.passports = passports;
    this.ports = ports;
    this.tenantStore = tenantStore;
    this.charts = charts;
  }

  /**
   * Starts everything and returns when the platform serves.
   *
   * @param parts told how the parts are that the supervisor does not know
   * @param lines told one plain line per thing worth knowing
   */
  public static Platform start(
      PlatformSettings settings,
      Supervisor supervisor,
      Instant now,
      Consumer<Snapshot> parts,
      Consumer<String> lines)
      throws InterruptedException {
    var random = new SecureRandom();
    var home = settings.home();
    var definitions = Definitions.reading(settings.clusterApiManifests());
    var plane =
        ControlPlane.start(
            new PlaneSettings(home, Mode.SANDBOX, binaries(settings)), supervisor, now, lines);
    ChartsPart charts = null;
    try {
      var ports = Ports.choose(home, Ports.PLATFORM, Listeners.all(), random, lines);
      charts = ChartsPart.start(settings, ports, now, parts, lines);
      var store = TenantStorePart.begin(settings, supervisor, now, lines);
      var passports = new Passports(home, plane, now, random);
      var platform = new Platform(settings, supervisor, plane, passports, ports, store, charts);
      platform.startManager();
      platform.install(definitions, lines);
      platform.startClusterApi();
      platform.node = NodePart.begin(settings, plane, parts, lines);
      platform.awaitAll(lines);
      platform.fillCatalog(lines);
      return platform;
    } catch (RuntimeException | InterruptedException e) {
      if (charts != null) {
        charts.close();
      }
      plane.close();
      throw e;
    }
  }

  private static Binaries binaries(PlatformSettings settings) {
    return new Binaries(
        settings.program(Tool.ETCD),
        settings.program(Tool.KUBE_APISERVER),
        settings.program(Tool.KUBE_CONTROLLER_MANAGER),
        settings.program(Tool.KUBE_SCHEDULER));
  }

  private void install(Definitions definitions, Consumer<String> lines)
      throws InterruptedException {
    var started = System.nanoTime();
    var manifests = definitions.all(ports, passports.caBundle());
    try (var client = adminClient()) {
      var installer = new Installer(new ApiDoor(client, plane.url()));
      var written = installer.install(manifests);
      installer.awaitServed(manifests);
      tenantStore.register(installer);
      lines.accept(
          "%d definitions are served (%d of them new or changed) after %d ms"
              .formatted(manifests.size(), written, millisSince(started)));
    }
  }

  private HttpClient adminClient() {
    return HttpClient.newBuilder()
        .sslContext(TlsContext.of(plane.admin()))
        .connectTimeout(Duration.ofSeconds(5))
        .build();
  }

  /** The manager is asked about entries that change, so they come after it. */
  private void fillCatalog(Consumer<String> lines) throws InterruptedException {
    try (var client = adminClient()) {
      new Installer(new ApiDoor(client, plane.url())).install(charts.catalog());
    } catch (Refusal refused) {
      // A site that allows few sources has decided so; its platform serves all the same.
      lines.accept("the catalog is not complete: " + refused.getMessage());
    }
  }

  private void startManager() {
    supervise(
        Listeners.MANAGER,
        Programs.manager(settings, passports, ports),
        HttpCheck.at("http://" + ports.address(Listeners.MANAGER) + "/readyz"),
        ports.address(Listeners.MANAGER));
  }

  private void startClusterApi() {
    supervise(
        Listeners.CORE,
        Programs.core(settings.program(Tool.CLUSTER_API_CONTROLLER), passports, ports),
        HttpCheck.at("http://" + ports.address(Listeners.CORE_HEALTH) + "/readyz"),
        ports.address(Listeners.CORE));
    supervise(
        Listeners.KUBEADM,
        Programs.kubeadm(settings.program(Tool.KUBEADM_BOOTSTRAP_CONTROLLER), passports, ports),
        HttpCheck.at("http://" + ports.address(Listeners.KUBEADM_HEALTH) + "/readyz"),
        ports.address(Listeners.KUBEADM));
  }

  private void supervise(
      String name,
      dev.butlerlabs.butler.sandbox.plane.supervise.Launch launch,
      HttpCheck check,
      String address) {
    supervisor.start(
        new Component(name, address, () -> launch, check, log(name), READY_WITHIN, GRACE));
  }

  private void awaitAll(Consumer<String> lines) throws InterruptedException {
    plane.awaitControllers();
    for (var name : List.of(Listeners.CORE, Listeners.KUBEADM, Listeners.MANAGER)) {
      var seen = supervisor.awaitReady(name, READY_WITHIN);
      var took = seen.readyAfter() == null ? Duration.ZERO : seen.readyAfter();
      lines.accept("%s is ready after %d ms".formatted(name, took.toMillis()));
    }
    if (node != null) {
      node.await();
    }
  }

  private Path log(String name) {
    return settings.home().folder("logs").resolve(name + ".log");
  }

  private static long millisSince(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos).toMillis();
  }

  public ControlPlane plane() {
    return plane;
  }

  /** Stops everything: first those who write, then the API server, then its store. */
  @Override
  public void close() {
    if (node != null) {
      node.close();
    }
    try {
      for (var name : List.of(Listeners.MANAGER, Listeners.KUBEADM, Listeners.CORE)) {
        supervisor.stop(name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      tenantStore.close();
      charts.close();
      plane.close();
    }
  }
}
