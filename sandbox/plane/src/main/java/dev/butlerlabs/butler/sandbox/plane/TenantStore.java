package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.sandbox.plane.home.Home;
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
import java.util.Map;
import java.util.function.Consumer;

/**
 * An etcd for tenants' control planes, apart from the one of the management cluster: TLS, an
 * authority of its own, and authentication on, so that a tenant sees its own keys only.
 */
public final class TenantStore implements AutoCloseable {

  /** The component's name, also in {@code status}. */
  public static final String NAME = "tenant-etcd";

  private static final String PEER = NAME + "-peer";

  static final List<String> LISTENERS = List.of(NAME, PEER);

  private final Supervisor supervisor;
  private final HttpClient http;
  private final Ports ports;
  private final CertificateAuthority authority;
  private final Credential root;
  private final Duration readyWithin;

  private TenantStore(
      Home home,
      Mode mode,
      Path binary,
      Supervisor supervisor,
      Instant now,
      Consumer<String> lines) {
    this.supervisor = supervisor;
    this.readyWithin = Duration.ofMinutes(2);
    var random = new SecureRandom();
    ports = Ports.choose(home, Ports.TENANT_STORE, LISTENERS, random, lines);
    var files = new CredentialStore(home.folder("tenant-store-pki"), now, random);
    authority = files.authority("ca");
    var server = CertificateOrder.peer(Subject.named(NAME), Identities.LOOPBACK, Identities.LIFE);
    files.leaf("server", authority, server);
    root = files.leaf("root", authority, Identities.client("root"));
    http =
        HttpClient.newBuilder()
            .sslContext(TlsContext.of(root, authority.certificate()))
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    var folder = StoreFolder.of(home, "tenant-store");
    supervisor.start(
        new Component(
            NAME,
            endpoint(),
            () -> launch(folder, mode, binary, files),
            folder.countingFrom(new HttpsCheck(http, URI.create(url(NAME) + "/readyz"))),
            home.folder("logs").resolve(NAME + ".log"),
            readyWithin,
            mode.grace()));
  }

  /** Begins to start it and returns at once; {@link #awaitReady} waits. */
  public static TenantStore start(
      Home home,
      Mode mode,
      Path binary,
      Supervisor supervisor,
      Instant now,
      Consumer<String> lines) {
    return new TenantStore(home, mode, binary, supervisor, now, lines);
  }

  /** Waits until it serves, and switches authentication on if it is off. */
  public void awaitReady() throws InterruptedException {
    supervisor.awaitReady(NAME, readyWithin);
    StoreAuthentication.ensureOn(http, URI.create(url(NAME)));
  }

  /** Where it is reached, {@code host:port}. */
  public String endpoint() {
    return ports.address(NAME);
  }

  /** Who signs the certificates of the store and of everybody who may speak with it. */
  public CertificateAuthority authority() {
    return authority;
  }

  /** The administrator. */
  public Credential root() {
    return root;
  }

  private String url(String listener) {
    return "https://" + ports.address(listener);
  }

  private Launch launch(StoreFolder folder, Mode mode, Path binary, CredentialStore files) {
    var flags = new ArrayList<>(List.of(binary.toString()));
    flags.add("--name=" + NAME);
    flags.add("--data-dir=" + folder.prepare());
    flags.add("--listen-client-urls=" + url(NAME));
    flags.add("--advertise-client-urls=" + url(NAME));
    flags.add("--listen-peer-urls=" + url(PEER));
    flags.add("--initial-advertise-peer-urls=" + url(PEER));
    flags.add("--initial-cluster=" + NAME + "=" + url(PEER));
    for (var prefix : List.of("--", "--peer-")) {
      flags.add(prefix + "cert-file=" + files.pem("server"));
      flags.add(prefix + "key-file=" + files.pem("server"));
      flags.add(prefix + "trusted-ca-file=" + files.certificate("ca"));
      flags.add(prefix + "client-cert-auth=true");
    }
    // Tenants' API servers do not compact, because each would compact for all.
    flags.add("--auto-compaction-mode=periodic");
    flags.add("--auto-compaction-retention=5m");
    flags.add("--heartbeat-interval=20");
    flags.add("--election-timeout=100");
    flags.add("--log-level=warn");
    if (mode == Mode.TEST) {
      flags.add("--unsafe-no-fsync");
    }
    return new Launch(flags, Map.of());
  }

  @Override
  public void close() {
    try {
      supervisor.stop(NAME);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    http.shutdownNow();
  }
}
