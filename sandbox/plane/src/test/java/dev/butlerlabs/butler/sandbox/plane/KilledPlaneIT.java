package dev.butlerlabs.butler.sandbox.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.home.PrivateFiles;
import dev.butlerlabs.butler.sandbox.plane.home.ProcessIdentity;
import dev.butlerlabs.butler.sandbox.plane.home.ProcessLedger;
import dev.butlerlabs.butler.sandbox.plane.supervise.Snapshot;
import dev.butlerlabs.butler.sandbox.plane.supervise.Supervisor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledPlaneIT {

  @TempDir Path folder;
  private final List<Process> spawned = new ArrayList<>();

  /** A test that failed half way leaves no plane behind. */
  @AfterEach
  void endAll() throws InterruptedException {
    for (var process : spawned) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void killedPlaneLeavesNoProcessAndLosesNoData() throws Exception {
    var running = spawn();
    awaitLine(running, PlaneMain.SERVING);
    write("configmaps", "before", "\"data\":{\"k\":\"v\"}");
    write("secrets", "sealed", "\"stringData\":{\"k\":\"v\"}");
    // Controllers are started when the API serves; a ledger knows what was written when it was
    // read.
    Await.until(() -> written().running().size() == 4, "all four programs are written down");
    var children = written().running().values();

    running.destroyForcibly().waitFor();

    Await.until(() -> children.stream().noneMatch(ProcessIdentity::alive), "all children are gone");
    try (var again = new InProcess(home())) {
      assertThat(again.lines).noneMatch(line -> line.contains("moved"));
      assertThat(again.supervisor.leftovers()).isEmpty();
      try (var api = new Api(again.plane.admin())) {
        assertThat(api.get("/api/v1/namespaces/default/configmaps/before").statusCode())
            .isEqualTo(200);
        assertThat(api.get("/api/v1/namespaces/default/secrets/sealed").statusCode())
            .isEqualTo(200);
      }
      again.plane.awaitControllers();
      assertThat(again.supervisor.snapshots())
          .extracting(Snapshot::name)
          .containsExactly("etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler");
    }
    assertThat(portsStillHeld()).isEmpty();
  }

  @Test
  void homeOfAPlaneKilledAtAnyStepOfItsFirstStartCanBeStarted() throws Exception {
    for (var step :
        List.of(
            "config/encryption.yaml",
            "ports",
            "pki/etcd-ca.pem",
            "pki/cluster-ca.pem",
            "admin.kubeconfig",
            "logs/kube-apiserver.log",
            "etcd/member/snap/db")) {
      var running = spawn();
      Await.until(() -> Files.exists(home().resolve(step)), step + " is there");
      running.destroyForcibly().waitFor();
    }

    try (var again = new InProcess(home());
        var api = new Api(again.plane.admin())) {
      assertThat(api.get("/api/v1/namespaces/default").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void storeKilledBeforeItFirstServedIsFoundedAgain() throws Exception {
    // The instant that matters is short, so it is tried at more than one.
    for (var pause : List.of(0, 1, 2, 3)) {
      folder = Files.createDirectories(folder.resolve("later"));
      var running = spawn();
      Await.until(() -> Files.exists(home().resolve("etcd/member/wal")), "etcd makes its log");
      LockSupport.parkNanos(Duration.ofMillis(pause).toNanos());
      running.destroyForcibly().waitFor();

      try (var again = new InProcess(home());
          var api = new Api(again.plane.admin())) {
        assertThat(api.get("/api/v1/namespaces/default").statusCode()).isEqualTo(200);
      }
    }
  }

  private ProcessLedger written() {
    return new ProcessLedger(home().resolve("run/processes"));
  }

  private Path home() {
    return folder.resolve("home");
  }

  private Process spawn() throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
                java,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                PlaneMain.class.getName(),
                home().toString())
            .redirectErrorStream(true)
            .start();
    spawned.add(process);
    return process;
  }

  private static void awaitLine(Process process, String wanted) throws Exception {
    var heard = new ArrayList<String>();
    var told = process.inputReader();
    for (var line = told.readLine(); line != null; line = told.readLine()) {
      if (line.equals(wanted)) {
        return;
      }
      heard.add(line);
    }
    throw new AssertionError("ended before it said " + wanted + ": " + heard);
  }

  private void write(String kind, String name, String rest) throws Exception {
    var config = Kubeconfig.parse(Files.readString(home().resolve("admin.kubeconfig")));
    try (var api = new Api(config)) {
      var body = "{\"metadata\":{\"name\":\"" + name + "\"}," + rest + "}";
      var answer = api.post("/api/v1/namespaces/default/" + kind, body);
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }
  }

  private List<Integer> portsStillHeld() {
    var held = new ArrayList<Integer>();
    for (var line : PrivateFiles.read(home().resolve("ports")).orElseThrow().lines().toList()) {
      var port = Integer.parseInt(line.substring(line.indexOf(' ') + 1));
      try (var socket = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
        assertThat(socket.isBound()).isTrue();
      } catch (IOException e) {
        held.add(port);
      }
    }
    return held;
  }

  /** A plane in this JVM on the same home. */
  private static final class InProcess implements AutoCloseable {

    final List<String> lines = new ArrayList<>();
    final Home home;
    final Supervisor supervisor;
    final ControlPlane plane;

    InProcess(Path path) throws Exception {
      home = Home.claim(path);
      supervisor = Supervisor.open(home, InstantSource.system(), snapshot -> {});
      var settings = new PlaneSettings(home, Mode.SANDBOX, TestBinaries.get());
      plane = ControlPlane.start(settings, supervisor, Instant.now(), lines::add);
    }

    @Override
    public void close() {
      plane.close();
      supervisor.close();
      home.close();
    }
  }
}
