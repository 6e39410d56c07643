package dev.butlerlabs.butler.sandbox.plane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.plane.supervise.Snapshot;
import dev.butlerlabs.butler.sandbox.plane.supervise.Supervisor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ControlPlaneIT {

  private final List<String> lines = new CopyOnWriteArrayList<>();

  private Home home;
  private Supervisor supervisor;
  private ControlPlane plane;
  private Api admin;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    home = Home.claim(folder.resolve("home"));
    supervisor = Supervisor.open(home, InstantSource.system(), snapshot -> {});
    var settings = new PlaneSettings(home, Mode.TEST, TestBinaries.get());
    plane = ControlPlane.start(settings, supervisor, Instant.now(), lines::add);
    admin = new Api(plane.admin());
  }

  @AfterAll
  void stop() {
    admin.close();
    plane.close();
    supervisor.close();
    home.close();
  }

  @Test
  void startTellsHowLongEachPartTook() {
    assertThat(lines)
        .anyMatch(line -> line.matches("etcd is ready after \\d+ ms at 127.0.0.1:\\d+"))
        .anyMatch(line -> line.matches("kube-apiserver is ready after \\d+ ms at 127.0.0.1:\\d+"));
  }

  @Test
  void adminMayDoEverythingAndTheFileSaysTheSame() throws Exception {
    assertThat(admin.get("/api/v1/secrets").statusCode()).isEqualTo(200);
    assertThat(admin.get("/apis/rbac.authorization.k8s.io/v1/clusterroles").statusCode())
        .isEqualTo(200);
    assertThat(Kubeconfig.parse(Files.readString(plane.adminFile()))).isEqualTo(plane.admin());
  }

  @Test
  void callerWithoutIdentityIsTurnedAwayEverywhere() throws Exception {
    try (var nobody = Api.anonymous(plane.admin())) {
      for (var path : List.of("/api/v1/namespaces", "/readyz", "/version")) {
        assertThat(nobody.get(path).statusCode()).isEqualTo(401);
      }
    }
  }

  @Test
  void everyListenerIsOnLoopback() throws Exception {
    plane.awaitControllers();

    for (var snapshot : supervisor.snapshots()) {
      assertThat(Listeners.of(Optional.ofNullable(snapshot.pid()).orElseThrow()))
          .as(snapshot.name())
          .isNotEmpty()
          .allMatch(address -> address.startsWith("127.0.0.1:"));
    }
  }

  @Test
  void secretIsUnreadableOnDiskAndConfigMapIsNot() throws Exception {
    create("secrets", "sealed", "\"stringData\":{\"k\":\"mark-of-a-secret\"}");
    create("configmaps", "open", "\"data\":{\"k\":\"mark-of-a-config\"}");

    assertThat(inStore("mark-of-a-config")).isTrue();
    assertThat(inStore("mark-of-a-secret")).isFalse();
    assertThat(admin.get("/api/v1/namespaces/default/secrets/sealed").statusCode()).isEqualTo(200);
  }

  @Test
  void auditTellsWhoMadeASecretAndNotWhatItHolds() throws Exception {
    create("secrets", "audited", "\"stringData\":{\"k\":\"never-to-be-logged\"}");

    var log = home.file("logs/audit.log");
    Await.until(
        () -> Files.readString(log).contains("\"name\":\"audited\""),
        "the audit log names the secret");

    var text = Files.readString(log);
    assertThat(text).contains("butler-admin").doesNotContain("never-to-be-logged");
    assertThat(text).doesNotContain(base64("never-to-be-logged"));
  }

  @Test
  void deletedNamespaceGoesAway() throws Exception {
    admin.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"short-lived\"}}");
    admin.delete("/api/v1/namespaces/short-lived");

    Await.until(
        () -> admin.get("/api/v1/namespaces/short-lived").statusCode() == 404,
        "the namespace is gone");
  }

  @Test
  void everythingInTheHomeIsForItsOwnerAlone() throws Exception {
    var seen = new AtomicInteger();
    each(
        home.path(),
        path -> {
          assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
              .as(path.toString())
              .endsWith("------");
          seen.incrementAndGet();
        });
    assertThat(seen).hasValueGreaterThan(10);
  }

  private interface Look {
    void at(Path path) throws IOException;
  }

  /** Programs that run make files and take them away meanwhile. */
  private static void each(Path folder, Look look) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes)
              throws IOException {
            return visitFile(path, attributes);
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
              throws IOException {
            try {
              look.at(path);
            } catch (NoSuchFileException gone) {
              return FileVisitResult.CONTINUE;
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path path, IOException failed) throws IOException {
            if (failed instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failed;
          }
        });
  }

  @Test
  void privateKeysStandInNoProcessArgument() throws Exception {
    for (var snapshot : supervisor.snapshots()) {
      assertThat(Files.readString(Path.of("/proc/" + snapshot.pid() + "/cmdline")))
          .doesNotContain("PRIVATE")
          .doesNotContain("token");
    }
  }

  @Test
  void secondStartOnTheSameHomeIsRefused() {
    assertThatThrownBy(() -> Home.claim(home.path()))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("in use by process " + ProcessHandle.current().pid());
  }

  @Test
  void killedApiServerComesBackWithItsData() throws Exception {
    create("configmaps", "before-the-kill", "\"data\":{\"k\":\"v\"}");
    var before = snapshot("kube-apiserver");
    ProcessHandle.of(Optional.ofNullable(before.pid()).orElseThrow())
        .orElseThrow()
        .destroyForcibly();

    Await.until(
        () ->
            snapshot("kube-apiserver").restarts() > before.restarts()
                && snapshot("kube-apiserver").state() == Snapshot.State.READY,
        "the API server is ready again");

    // The caller may not know yet that its connection is gone.
    Await.until(
        () ->
            admin.get("/api/v1/namespaces/default/configmaps/before-the-kill").statusCode() == 200,
        "what was stored is there");
    assertThat(snapshot("kube-apiserver").lastExit()).isEqualTo(137);
  }

  private Snapshot snapshot(String name) {
    return supervisor.snapshots().stream()
        .filter(snapshot -> snapshot.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private void create(String kind, String name, String rest) throws Exception {
    var body = "{\"metadata\":{\"name\":\"" + name + "\"}," + rest + "}";
    var answer = admin.post("/api/v1/namespaces/default/" + kind, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
  }

  private boolean inStore(String mark) throws IOException {
    var wanted = mark.getBytes(StandardCharsets.UTF_8);
    var found = new AtomicBoolean();
    each(
        home.file("etcd"),
        file -> {
          if (Files.isRegularFile(file) && contains(Files.readAllBytes(file), wanted)) {
            found.set(true);
          }
        });
    return found.get();
  }

  private static boolean contains(byte[] text, byte[] wanted) {
    for (var i = 0; i + wanted.length <= text.length; i++) {
      if (Arrays.equals(text, i, i + wanted.length, wanted, 0, wanted.length)) {
        return true;
      }
    }
    return false;
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
