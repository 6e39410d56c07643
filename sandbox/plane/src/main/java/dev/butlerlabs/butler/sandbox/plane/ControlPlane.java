package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.sandbox.plane.Ports.Listener;
import dev.butlerlabs.butler.sandbox.plane.supervise.Component;
import dev.butlerlabs.butler.sandbox.plane.supervise.Launch;
import dev.butlerlabs.butler.sandbox.plane.supervise.ReadyCheck;
import dev.butlerlabs.butler.sandbox.plane.supervise.Supervisor;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * A running control plane. Its processes belong to the supervisor that was handed in; closing the
 * plane stops them and leaves the supervisor to its other children.
 */
public final class ControlPlane implements AutoCloseable {

  private static final String ETCD = "etcd";
  private static final String APISERVER = "kube-apiserver";
  private static final String CONTROLLERS = "kube-controller-manager";
  private static final String SCHEDULER = "kube-scheduler";

  private final PlaneSettings settings;
  private final Supervisor supervisor;
  private final Consumer<String> lines;
  private final Ports ports;
  private final Flags flags;
  private final Identities identities;
  private final SSLContext storeTls;
  private final List<HttpClient> clients = new ArrayList<>();

  /** The slow parts begin first, and the rest is made ready while they load. */
  private ControlPlane(
      PlaneSettings settings, Supervisor supervisor, Instant now, Consumer<String> lines) {
    this.settings = settings;
    this.supervisor = supervisor;
    this.lines = lines;
    var home = settings.home();
    var random = new SecureRandom();
    var encryption = Documents.encryption(home, random);
    ports = Ports.choose(home, random, lines);
    var store = new CredentialStore(home.folder("pki"), now, random);
    flags = new Flags(settings, ports, store);
    storeTls = new StoreIdentities(store).tls();
    var storeFolder = StoreFolder.of(home, ETCD);
    supervise(
        ETCD,
        Listener.ETCD,
        storeFolder.countingFrom(check(Listener.ETCD, storeTls, "/readyz")),
        () -> flags.etcd(storeFolder));
    identities = new Identities(home, store, now, random, url());
    var audit = Documents.auditPolicy(home);
    supervise(
        APISERVER,
        Listener.KUBE_APISERVER,
        check(Listener.KUBE_APISERVER, TlsContext.of(identities.adminConfig()), "/readyz"),
        () -> flags.apiserver(encryption, audit));
  }

  /**
   * Starts everything and returns when the API serves and the admin may use it. The controllers may
   * still be on their way: see {@link #awaitControllers}.
   *
   * @param lines told one plain line per thing worth knowing
   */
  public static ControlPlane start(
      PlaneSettings settings, Supervisor supervisor, Instant now, Consumer<String> lines)
      throws InterruptedException {
    settings.binaries().requireFor(settings.mode());
    try {
      var plane = new ControlPlane(settings, supervisor, now, lines);
      plane.found();
      plane.startControllers();
      return plane;
    } catch (RuntimeException | InterruptedException e) {
      stopAll(supervisor);
      throw e;
    }
  }

  private void found() throws InterruptedException {
    var founder = client(TlsContext.of(identities.founder()));
    awaitAndTell(ETCD);
    awaitAndTell(APISERVER);
    AdminRule.apply(founder, url());
  }

  private void startControllers() {
    var trusting = TlsContext.trusting(List.of(authority().certificate()));
    supervise(
        CONTROLLERS,
        Listener.KUBE_CONTROLLER_MANAGER,
        check(Listener.KUBE_CONTROLLER_MANAGER, trusting, "/healthz"),
        flags::controllerManager);
    if (settings.mode() == Mode.SANDBOX) {
      supervise(
          SCHEDULER,
          Listener.KUBE_SCHEDULER,
          check(Listener.KUBE_SCHEDULER, trusting, "/readyz"),
          flags::scheduler);
    }
  }

  private ReadyCheck check(Listener listener, SSLContext tls, String path) {
    return new HttpsCheck(client(tls), URI.create(ports.url(listener) + path));
  }

  private void supervise(
      String name, Listener listener, ReadyCheck check, Supplier<Launch> launch) {
    supervisor.start(
        new Component(
            name,
            ports.address(listener),
            launch,
            check,
            settings.home().folder("logs").resolve(name + ".log"),
            settings.readyWithin(),
            settings.mode().grace()));
  }

  private void awaitAndTell(String name) throws InterruptedException {
    var seen = supervisor.awaitReady(name, settings.readyWithin());
    var took = seen.readyAfter() == null ? Duration.ZERO : seen.readyAfter();
    lines.accept("%s is ready after %d ms at %s".formatted(name, took.toMillis(), seen.address()));
  }

  /** Waits until the controller manager, and in a sandbox the scheduler, are at work. */
  public void awaitControllers() throws InterruptedException {
    awaitAndTell(CONTROLLERS);
    if (settings.mode() == Mode.SANDBOX) {
      awaitAndTell(SCHEDULER);
    }
  }

  private HttpClient client(SSLContext tls) {
    var client =
        HttpClient.newBuilder().sslContext(tls).connectTimeout(Duration.ofSeconds(2)).build();
    clients.add(client);
    return client;
  }

  public URI url() {
    return URI.create(ports.url(Listener.KUBE_APISERVER));
  }

  /** Where the store beneath the API server listens. */
  public URI storeUrl() {
    return URI.create(ports.url(Listener.ETCD));
  }

  /** What lets a client into the store. */
  public SSLContext storeTls() {
    return storeTls;
  }

  /** The way in for a person or a program with all rights. */
  public Kubeconfig admin() {
    return identities.adminConfig();
  }

  /** The same as a file for its owner alone. */
  public Path adminFile() {
    return identities.adminFile();
  }

  /** The authority whose client certificates the API server believes; for further components. */
  public CertificateAuthority authority() {
    return identities.clusterAuthority();
  }

  /** A further way in, for a component that should not be the admin. */
  public Kubeconfig login(Subject subject, Duration life, Instant now) {
    return identities.login(subject, life, now);
  }

  /** Stops the processes, the API server before its store. */
  @Override
  public void close() {
    stopAll(supervisor);
    clients.forEach(HttpClient::shutdownNow);
  }

  private static void stopAll(Supervisor supervisor) {
    try {
      for (var name : List.of(SCHEDULER, CONTROLLERS, APISERVER, ETCD)) {
        supervisor.stop(name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
