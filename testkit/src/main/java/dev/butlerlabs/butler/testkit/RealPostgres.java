package dev.butlerlabs.butler.testkit;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.sandbox.toolchain.PostgresPrograms;
import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * A real PostgreSQL for one test class, in a temporary folder that goes with it: TLS, passwords, on
 * loopback. It will not run as root, so as root it is run as nobody.
 */
public final class RealPostgres implements AutoCloseable {

  private static final String ADMIN = "butler";
  private static final String NOBODY = "65534";

  private final PostgresPrograms programs;
  private final Path folder;
  private final String password;
  private final CertificateAuthority authority;
  private final int port;
  private int starts;
  private Process server;

  private RealPostgres() throws IOException, InterruptedException {
    folder = Folders.temporary("butler-postgres-");
    programs = programs();
    password = "p-" + new SecureRandom().nextLong(Long.MAX_VALUE);
    authority =
        CertificateAuthority.selfSigned(
            "postgres", KeyKind.EC_P256, Duration.ofDays(1), Instant.now(), new SecureRandom());
    port = FreePort.next();
    prepare();
    server = launch();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> server.destroyForcibly()));
    awaitReady();
  }

  public static RealPostgres start() {
    try {
      return new RealPostgres();
    } catch (IOException failed) {
      throw new UncheckedIOException("PostgreSQL could not be started", failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while PostgreSQL started", interrupted);
    }
  }

  /** Where it is reached, {@code host:port}. */
  public String endpoint() {
    return "127.0.0.1:" + port;
  }

  /** Who signed its certificate, PEM. */
  public String authority() {
    return authority.certificatePem();
  }

  /** The administrator. */
  public String user() {
    return ADMIN;
  }

  /** The administrator's password. */
  public String password() {
    return password;
  }

  /** Those of the tool chain, where nobody can reach them: its folder may be root's alone. */
  private PostgresPrograms programs() throws IOException, InterruptedException {
    var found =
        new Toolchain(
                ToolchainSettings.fromEnvironment(System.getenv()),
                Progress.silent(),
                InstantSource.system())
            .postgres();
    if (found.installed() || !root()) {
      return found;
    }
    var copy = folder.resolve("programs");
    var copying =
        new ProcessBuilder("cp", "-a", found.root().toString(), copy.toString())
            .inheritIO()
            .start();
    if (copying.waitFor() != 0) {
      throw new IOException("PostgreSQL could not be copied to " + copy);
    }
    return found.movedTo(copy);
  }

  private void prepare() throws IOException, InterruptedException {
    Files.writeString(folder.resolve("password"), password);
    own(folder.resolve("password"));
    own(folder);
    run(
        "initdb",
        "--pgdata=" + folder.resolve("data"),
        "--username=" + ADMIN,
        "--pwfile=" + folder.resolve("password"),
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        "--no-sync");
    var own =
        authority.issue(
            CertificateOrder.peer(
                Subject.named("postgres"),
                SubjectAltName.all("127.0.0.1", "localhost"),
                Duration.ofDays(1)),
            KeyKind.EC_P256,
            Instant.now(),
            new SecureRandom());
    for (var file : List.of("server.crt", "server.key")) {
      var path = folder.resolve(file);
      Files.writeString(
          path, file.endsWith("crt") ? own.certificatePem() : own.key().traditionalPem());
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
      own(path);
    }
  }

  private Process launch() throws IOException {
    starts++;
    return start(
        "postgres",
        "-D",
        folder.resolve("data").toString(),
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        "port=" + port,
        "-c",
        "unix_socket_directories=",
        "-c",
        "ssl=on",
        "-c",
        "ssl_cert_file=" + folder.resolve("server.crt"),
        "-c",
        "ssl_key_file=" + folder.resolve("server.key"),
        "-c",
        "max_connections=200",
        "-c",
        "fsync=off");
  }

  private void run(String program, String... arguments) throws IOException, InterruptedException {
    var process = start(program, arguments);
    if (process.waitFor() != 0) {
      throw new IOException(program + " failed: " + log());
    }
  }

  private Process start(String program, String... arguments) throws IOException {
    var line = new ArrayList<String>();
    if (root()) {
      line.addAll(
          List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--"));
    }
    line.add(programs.program(program).toString());
    line.addAll(List.of(arguments));
    var builder =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
    builder.environment().putAll(programs.environment());
    return builder.start();
  }

  private static boolean root() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static void own(Path file) throws IOException {
    if (root()) {
      var nobody =
          file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(NOBODY);
      Files.setOwner(file, nobody);
    }
  }

  private void awaitReady() {
    Await.untilTrue("PostgreSQL is ready", Duration.ofMinutes(1), this::ready);
  }

  /** It takes connections before it can do anything with them, so its own word counts. */
  private boolean ready() {
    if (!server.isAlive()) {
      throw new AssertionError("PostgreSQL ended: " + log());
    }
    return log().split("ready to accept connections", -1).length > starts;
  }

  private String log() {
    try {
      return Files.readString(folder.resolve("log"));
    } catch (IOException none) {
      return "it said nothing";
    }
  }

  /** Kills it without warning and starts it again with its data. */
  public void killAndRestart() throws IOException {
    stop();
    Files.deleteIfExists(folder.resolve("data/postmaster.pid"));
    server = launch();
    awaitReady();
  }

  private void stop() {
    var children = server.descendants().toList();
    server.destroyForcibly();
    server.onExit().join();
    children.forEach(child -> child.onExit().join());
  }

  @Override
  public void close() {
    stop();
    Folders.remove(folder);
  }
}
