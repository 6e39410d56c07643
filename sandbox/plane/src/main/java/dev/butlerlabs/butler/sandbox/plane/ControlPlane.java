package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.sandbox.plane.Ports.Listener;
import dev.butlerlabs.butler.sandbox.plane.supervise.Component;
import dev.butlerlabs.butler.sandbox.plane.supervise.Launch;
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
  private final Identities identities;
  private final Flags flags;
  private final List<HttpClient> clients = new ArrayList<>();

  private ControlPlane(
      PlaneSettings settings,
      Supervisor supervisor,
      Consumer<String> lines,
      Ports ports,
      Identities identities) {
    this.settings = settings;
    this.supervisor = supervisor;
    this.lines = lines;
    this.ports = ports;
    this.identities = identities;
    this.flags = new Flags(settings, ports, identities);
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
    var random = new SecureRandom();
    var ports = Ports.choose(settings.home(), random, lines);
    var server = URI.create(ports.url(Listener.KUBE_APISERVER));
    var identities = new Identities(settings.home(), now, random, server);
    var encryption = Documents.encryption(settings.home(), random);
    var plane = new ControlPlane(settings, supervisor, lines, ports, identities);
    try {
      plane.startStore();
      plane.startApi(encryption, Documents.auditPolicy(settings.home()));
      plane.startControllers();
      return plane;
    } catch (RuntimeException | InterruptedException e) {
      plane.close();
      throw e;
    }
  }

  private void startStore() throws InterruptedException {
    var tls = TlsContext.of(identities.etcdClient(), identities.etcdAuthority().certificate());
    supervise(ETCD, Listener.ETCD, client(tls), "/readyz", flags::etcd);
    awaitAndTell(ETCD);
  }

  private void startApi(Path encryption, Path audit) throws InterruptedException {
    var founder = client(TlsContext.of(identities.founder()));
    supervise(
        APISERVER,
        Listener.KUBE_APISERVER,
        client(TlsContext.of(identities.adminConfig())),
        "/readyz",
        () -> flags.apiserver(encryption, audit));
    awaitAndTell(APISERVER);
    AdminRule.apply(founder, url());
  }

  private void startControllers() {
    var trusting =
        client(TlsContext.trusting(List.of(identities.clusterAuthority().certificate())));
    supervise(
        CONTROLLERS,
        Listener.KUBE_CONTROLLER_MANAGER,
        trusting,
        "/healthz",
        flags::controllerManager);
    if (settings.mode() == Mode.SANDBOX) {
      supervise(SCHEDULER, Listener.KUBE_SCHEDULER, trusting, "/readyz", flags::scheduler);
    }
  }

  private void supervise(
      String name, Listener listener, HttpClient client, String path, Supplier<Launch> launch) {
    supervisor.start(
        new Component(
            name,
            ports.address(listener),
            launch,
            new HttpsCheck(client, URI.create(ports.url(listener) + path)),
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

  /** Stops the processes, the API server before its store. */
  @Override
  public void close() {
    try {
      for (var name : List.of(SCHEDULER, CONTROLLERS, APISERVER, ETCD)) {
        supervisor.stop(name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      clients.forEach(HttpClient::shutdownNow);
    }
  }
}
