package dev.butlerlabs.butler.systemtests.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** A TenantCluster on a whole platform, as somebody with kubectl sees it. */
record Ordered(Sandbox sandbox, String namespace, String name) {

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  void patch(String merge) throws IOException, InterruptedException {
    run("patch", "tenantcluster", name, "-n", namespace, "--type=merge", "-p", merge);
  }

  String told(String path) throws IOException, InterruptedException {
    return run("-n", namespace, "get", "tenantcluster", name, "-o", "jsonpath=" + path);
  }

  /** One call of kubectl may not last as long as a busy machine needs. */
  void await(String condition) throws IOException, InterruptedException {
    for (var call = 0; call < 4; call++) {
      var waited =
          sandbox.kubectl(
              "-n",
              namespace,
              "wait",
              "--for=jsonpath=" + condition,
              "tenantcluster/" + name,
              "--timeout=180s");
      if (waited.exit() == 0) {
        return;
      }
    }
    fail(
        "%s was waited for in vain%n%s%n%s",
        condition,
        look("-n", namespace, "get", "tenantcluster", name, "-o", "yaml"),
        look(
            "get",
            "clusters.cluster.x-k8s.io,stcp,tcp,machinedeployments,machines.cluster.x-k8s.io,localmachines",
            "-A",
            "-o",
            "yaml"));
  }

  /** Writes the administrator's kubeconfig there. */
  String kubeconfig(Path file) throws IOException, InterruptedException {
    var text =
        run(
            "-n",
            told("{.status.tenantNamespace}"),
            "get",
            "secret",
            told("{.status.kubeconfigSecretRef.name}"),
            "-o",
            "go-template={{index .data \"admin.conf\" | base64decode}}");
    return Files.writeString(file, text).toString();
  }

  List<String> machines() throws IOException, InterruptedException {
    return lines(
        run(
            "-n",
            told("{.status.tenantNamespace}"),
            "get",
            "machines.cluster.x-k8s.io",
            "-o",
            "name"));
  }

  /** One line per Node with its version. */
  List<String> nodes(String kubeconfig) {
    return lines(
        look(
            "--kubeconfig",
            kubeconfig,
            "get",
            "nodes",
            "-o",
            "jsonpath={range .items[*]}{.status.nodeInfo.kubeletVersion}{'\\n'}{end}"));
  }

  void awaitNodes(String kubeconfig, String... versions) {
    Sandbox.await(
        "nodes are " + List.of(versions),
        PATIENCE,
        () -> nodes(kubeconfig).equals(List.of(versions)));
  }

  /** Nothing of these kinds is there. */
  void awaitNone(String... get) {
    Sandbox.await("none are left: " + List.of(get), PATIENCE, () -> none(get));
  }

  private boolean none(String... get) {
    try {
      return run(get).isBlank();
    } catch (IOException unclear) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  /** Whatever is answered, for those who ask again. */
  String look(String... arguments) {
    try {
      return Objects.requireNonNull(sandbox.kubectl(arguments).out());
    } catch (IOException unclear) {
      return unclear.toString();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  String run(String... arguments) throws IOException, InterruptedException {
    var ran = sandbox.kubectl(arguments);
    assertThat(ran.exit()).describedAs(ran.toString()).isZero();
    return ran.out();
  }

  private static List<String> lines(String text) {
    return text.lines().filter(line -> !line.isBlank()).toList();
  }
}
