package dev.butlerlabs.butler.systemtests.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.catalog.Catalog;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A newcomer's first hour, and what goes wrong in it. */
class SandboxE2E {

  private static final Duration SOON = Duration.ofMinutes(3);

  @TempDir Path folder;

  @Test
  void aPlatformComesUpServesAndLeavesNothingBehind() throws Exception {
    var sandbox = new Sandbox(folder.resolve("home"));
    try (sandbox) {
      var up = sandbox.butler("up", "--detach");
      assertThat(up.exit()).describedAs(up.toString()).isZero();
      assertThat(up.out()).contains("The platform serves after").contains("butler kubectl");

      var crds = sandbox.butler("kubectl", "get", "crds", "-o", "name").out();
      assertThat(crds.lines().filter(name -> name.contains("butlerlabs.dev"))).hasSize(21);
      assertThat(crds)
          .contains("stewardcontrolplanes.controlplane.cluster.x-k8s.io")
          .contains("localmachines.infrastructure.cluster.x-k8s.io")
          .contains("clusters.cluster.x-k8s.io")
          .contains("kubeadmconfigs.bootstrap.cluster.x-k8s.io");
      assertThat(sandbox.kubectl("get", "addondefinitions", "-o", "name").out().lines())
          .containsExactlyInAnyOrderElementsOf(
              Catalog.names().stream()
                  .map(name -> "addondefinition.butler.butlerlabs.dev/" + name)
                  .toList());
      webhooksAndConversionAnswer(sandbox);
      filesAreTheOwnersAlone(sandbox.home());
      noSecretStandsInArguments(sandbox);

      var again = sandbox.butler("up", "--detach");
      assertThat(again.exit()).isZero();
      assertThat(again.out()).contains("The platform is up already");
    }
    assertThat(sandbox.processes()).isEmpty();
    assertThat(sandbox.butler("status").out()).contains("No platform runs in");
    var demo = sandbox.butler("demo");
    assertThat(demo.exit()).isEqualTo(1);
    assertThat(demo.err()).contains("has no platform that serves", "start it with ./butler up");
  }

  @Test
  void whateverIsKilledNothingIsLost() throws Exception {
    try (var sandbox = new Sandbox(folder.resolve("home"))) {
      sandbox.butler("up", "--detach");
      sandbox.butler("kubectl", "create", "configmap", "kept", "--from-literal=word=safe");

      var apiserver = sandbox.part("kube-apiserver");
      ProcessHandle.of(apiserver.path("pid").asLong()).orElseThrow().destroyForcibly();
      Sandbox.await("kube-apiserver is back", SOON, () -> restarted(sandbox, "kube-apiserver"));
      assertThat(read(sandbox)).isEqualTo("safe");

      var addresses = addresses(sandbox);
      var supervisor = sandbox.status().path("supervisor").asLong();
      ProcessHandle.of(supervisor).orElseThrow().destroyForcibly();
      Sandbox.await("all are gone", SOON, () -> sandbox.processes().isEmpty());
      // The kernel may take a moment to close what a killed process listened on.
      Sandbox.await(
          "nobody listens any more", SOON, () -> addresses.stream().noneMatch(SandboxE2E::listens));

      var up = sandbox.butler("up", "--detach");
      assertThat(up.exit()).describedAs(up.toString()).isZero();
      assertThat(read(sandbox)).isEqualTo("safe");
    }
  }

  @Test
  void aBusyPortIsSteppedAside() throws Exception {
    try (var sandbox = new Sandbox(folder.resolve("home"))) {
      sandbox.butler("up", "--detach");
      var address = sandbox.part("kube-apiserver").path("address").asText();
      var port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
      sandbox.butler("down");

      try (var intruder = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
        assertThat(intruder.isBound()).isTrue();
        var up = sandbox.butler("up", "--detach");
        assertThat(up.exit()).describedAs(up.toString()).isZero();
        assertThat(sandbox.part("kube-apiserver").path("address").asText()).isNotEqualTo(address);
        assertThat(sandbox.butler("kubectl", "get", "namespaces").exit()).isZero();
        assertThat(sandbox.status().path("lines").toString())
            .contains("port " + port + " of kube-apiserver is in use by another program");
      }
    }
  }

  @Test
  void aMissingProgramIsNamed() throws Exception {
    var sandbox = new Sandbox(folder.resolve("home"));
    var up =
        sandbox.butler(
            java.util.Map.of("BUTLER_TOOL_ETCD", folder.resolve("nowhere").toString()),
            "up",
            "--detach");

    assertThat(up.exit()).isEqualTo(1);
    assertThat(up.err().lines()).hasSize(1);
    assertThat(up.err()).contains("BUTLER_TOOL_ETCD").contains("nowhere").contains("correct it");
  }

  private static void webhooksAndConversionAnswer(Sandbox sandbox) throws Exception {
    var wrong = Files.createTempFile("cluster", ".yaml");
    Files.writeString(
        wrong,
        """
        apiVersion: cluster.x-k8s.io/v1beta2
        kind: Cluster
        metadata: {name: wrong, namespace: default}
        spec: {clusterNetwork: {pods: {cidrBlocks: ["not-a-range"]}}}
        """);
    var refused = sandbox.butler("kubectl", "apply", "-f", wrong.toString());
    assertThat(refused.exit()).isNotZero();
    // Only the webhook knows this rule; the schema does not.
    assertThat(refused.err())
        .contains(
            "one of spec.controlPlaneRef, spec.infrastructureRef or spec.topology must be set");

    var old = sandbox.butler("kubectl", "get", "clusters.v1beta1.cluster.x-k8s.io", "-A");
    assertThat(old.exit()).describedAs(old.toString()).isZero();
    Files.delete(wrong);
  }

  private static void filesAreTheOwnersAlone(Path home) throws IOException {
    try (var files = Files.walk(home)) {
      for (var file : files.filter(path -> !path.toString().contains("/etcd/")).toList()) {
        try {
          var rights = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
          assertThat(rights.substring(3)).describedAs(file.toString()).isEqualTo("------");
        } catch (NoSuchFileException replaced) {
          // A platform that runs writes files anew; what is gone is nobody's.
        }
      }
    }
  }

  private static void noSecretStandsInArguments(Sandbox sandbox) {
    for (var process : sandbox.processes()) {
      assertThat(Sandbox.commandLine(process.pid()))
          .doesNotContain("BEGIN")
          .doesNotContain("token=");
    }
  }

  private static boolean restarted(Sandbox sandbox, String name) {
    try {
      var part = sandbox.part(name);
      return part.path("restarts").asInt() > 0 && part.path("state").asText().equals("ready");
    } catch (IOException | InterruptedException notYet) {
      return false;
    }
  }

  private static String read(Sandbox sandbox) throws Exception {
    return sandbox
        .butler("kubectl", "get", "configmap", "kept", "-o", "jsonpath={.data.word}")
        .out();
  }

  private static List<InetSocketAddress> addresses(Sandbox sandbox) throws Exception {
    var addresses = new ArrayList<InetSocketAddress>();
    for (var part : sandbox.status().path("parts")) {
      var cut = part.path("address").asText().split(":", -1);
      addresses.add(new InetSocketAddress(cut[0], Integer.parseInt(cut[1])));
    }
    return addresses;
  }

  private static boolean listens(InetSocketAddress address) {
    try (var socket = new Socket()) {
      socket.connect(address, 500);
      return true;
    } catch (ConnectException refused) {
      return false;
    } catch (IOException unclear) {
      return true;
    }
  }
}
