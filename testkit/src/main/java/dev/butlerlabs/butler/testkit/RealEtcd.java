package dev.butlerlabs.butler.testkit;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.sandbox.plane.Mode;
import dev.butlerlabs.butler.sandbox.plane.Ports;
import dev.butlerlabs.butler.sandbox.plane.TenantStore;
import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.supervise.Snapshot;
import dev.butlerlabs.butler.sandbox.plane.supervise.Supervisor;
import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainSettings;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Objects;

/**
 * A real etcd for one test class, in a temporary folder that goes with it: TLS, authentication on,
 * the administrator's certificate and the authority at hand.
 *
 * <p>It is supervised: killed, it comes back with its data.
 */
public final class RealEtcd implements AutoCloseable {

  private final Deque<Runnable> toClose = new ArrayDeque<>();
  private final Supervisor supervisor;
  private final TenantStore store;

  private RealEtcd() {
    var binary = binary();
    try {
      var folder = Folders.temporary("butler-etcd-");
      toClose.push(() -> Folders.remove(folder));
      var home = Home.claim(folder.resolve("home"));
      toClose.push(home::close);
      Ports.give(home, FreePort::next);
      var clock = InstantSource.system();
      supervisor = Supervisor.open(home, clock, _ -> {});
      toClose.push(supervisor::close);
      store =
          TenantStore.start(home, Mode.TEST, binary, supervisor, clock.instant(), RealEtcd::ignore);
      toClose.push(store::close);
      store.awaitReady();
    } catch (InterruptedException interrupted) {
      close();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while etcd started", interrupted);
    } catch (RuntimeException failed) {
      close();
      throw failed;
    }
  }

  public static RealEtcd start() {
    return new RealEtcd();
  }

  /** Where it is reached, {@code host:port}. */
  public String endpoint() {
    return store.endpoint();
  }

  /** Who signs what it believes. */
  public CertificateAuthority authority() {
    return store.authority();
  }

  /** The administrator. */
  public Credential root() {
    return store.root();
  }

  /** Kills it without warning; the supervisor starts it again. */
  public void kill() {
    var pid = Objects.requireNonNull(snapshot().pid(), "etcd is not running");
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    Await.untilTrue("etcd is gone", () -> !pid.equals(snapshot().pid()));
  }

  /** Waits until it serves again. */
  public void awaitReady() throws InterruptedException {
    store.awaitReady();
  }

  private Snapshot snapshot() {
    return supervisor.snapshots().getFirst();
  }

  @Override
  public void close() {
    while (!toClose.isEmpty()) {
      toClose.pop().run();
    }
  }

  private static Path binary() {
    var settings = ToolchainSettings.fromEnvironment(System.getenv());
    var tools =
        new Toolchain(settings, Progress.silent(), InstantSource.system())
            .ensure(EnumSet.of(Tool.ETCD));
    return Objects.requireNonNull(tools.get(Tool.ETCD), "etcd").path();
  }

  private static void ignore(String line) {}
}
