package dev.butlerlabs.butler.systemtests.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide to simulated workers, followed with the real Cluster API and its kubeadm bootstrap. */
class WorkersE2E {

  private static final String NAMESPACE = "shop";
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  @TempDir Path folder;

  @Test
  void threeWorkersJoinOneStaysAndAllOfItGoesWithoutATrace() throws Exception {
    try (var sandbox = new Sandbox(folder.resolve("home"))) {
      var up = sandbox.butler("up", "--detach");
      assertThat(up.exit()).describedAs(up.toString()).isZero();
      run(sandbox, "create", "namespace", NAMESPACE);
      var sample = Path.of("../docs/guides/simulated-cluster.yaml").toAbsolutePath().normalize();
      run(sandbox, "apply", "-f", sample.toString());

      await(sandbox, "jsonpath={.status.availableReplicas}=3");
      var tenant = kubeconfig(sandbox);
      Sandbox.await(
          "all run",
          PATIENCE,
          () -> phases(sandbox).equals(List.of("Running", "Running", "Running")));
      assertThat(nodes(sandbox, tenant))
          .hasSize(3)
          .allSatisfy(
              node ->
                  assertThat(node)
                      .contains(" True ")
                      .contains("local://shop/shop-workers-")
                      .contains("pool:workers")
                      .contains("butler.butlerlabs.dev/simulated:true"));
      assertThat(run(sandbox, "--kubeconfig", tenant, "get", "nodes", "-o", "wide"))
          .contains("simulated by Butler: no container runs here")
          .contains("v1.36.3");
      podsAreSaidToRun(sandbox, tenant);

      run(sandbox, "-n", NAMESPACE, "scale", "machinedeployment", "shop-workers", "--replicas=1");
      await(sandbox, "jsonpath={.status.replicas}=1");
      Sandbox.await("one Node is left", PATIENCE, () -> nodes(sandbox, tenant).size() == 1);
      // A Machine goes after its Node.
      Sandbox.await(
          "one Machine is left", PATIENCE, () -> phases(sandbox).equals(List.of("Running")));

      run(sandbox, "-n", NAMESPACE, "delete", "cluster", "shop", "--timeout=180s");
      assertThat(
              run(
                  sandbox,
                  "-n",
                  NAMESPACE,
                  "get",
                  "machinedeployments,machinesets,machines,localmachines,localclusters,stcp,tcp,pods",
                  "-o",
                  "name"))
          .isBlank();
      Sandbox.await(
          "garbage collection took the rest",
          PATIENCE,
          () ->
              look(
                      sandbox,
                      "-n",
                      NAMESPACE,
                      "get",
                      "secrets,localmachinetemplates,kubeadmconfigs",
                      "-o",
                      "name")
                  .isBlank());
    }
  }

  /** Scheduled by the tenant's own scheduler, and gone when its Deployment is. */
  private static void podsAreSaidToRun(Sandbox sandbox, String tenant) throws Exception {
    run(
        sandbox,
        "--kubeconfig",
        tenant,
        "create",
        "deployment",
        "web",
        "--image=example.com/web:1");
    run(
        sandbox,
        "--kubeconfig",
        tenant,
        "wait",
        "--for=condition=Available",
        "deployment/web",
        "--timeout=200s");
  }

  private String kubeconfig(Sandbox sandbox) throws Exception {
    var text =
        run(
            sandbox,
            "-n",
            NAMESPACE,
            "get",
            "secret",
            "shop-kubeconfig",
            "-o",
            "go-template={{.data.value | base64decode}}");
    return Files.writeString(folder.resolve("tenant.conf"), text).toString();
  }

  private static List<String> phases(Sandbox sandbox) {
    var text =
        look(
            sandbox,
            "-n",
            NAMESPACE,
            "get",
            "machines.cluster.x-k8s.io",
            "-o",
            "jsonpath={range .items[*]}{.status.phase}{\"\\n\"}{end}");
    return text.lines().toList();
  }

  private static List<String> nodes(Sandbox sandbox, String tenant) {
    var text =
        look(
            sandbox,
            "--kubeconfig",
            tenant,
            "get",
            "nodes",
            "-o",
            "go-template={{range .items}}{{.metadata.name}}"
                + "{{range .status.conditions}}{{if eq .type \"Ready\"}} {{.status}} {{end}}{{end}}"
                + "{{.spec.providerID}} {{.metadata.labels}}{{\"\\n\"}}{{end}}");
    return text.lines().filter(line -> !line.isBlank()).toList();
  }

  private static void await(Sandbox sandbox, String condition) throws Exception {
    var waited =
        sandbox.kubectl(
            "-n",
            NAMESPACE,
            "wait",
            "--for=" + condition,
            "machinedeployment/shop-workers",
            "--timeout=240s");
    if (waited.exit() != 0) {
      fail(
          "%s %n%s",
          waited,
          look(
              sandbox,
              "-n",
              NAMESPACE,
              "get",
              "cluster,stcp,machinedeployment,machines,localmachines",
              "-o",
              "yaml"));
    }
  }

  /** Whatever is answered, for those who ask again. */
  private static String look(Sandbox sandbox, String... arguments) {
    try {
      return Objects.requireNonNull(sandbox.kubectl(arguments).out());
    } catch (IOException unclear) {
      return unclear.toString();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  private static String run(Sandbox sandbox, String... arguments)
      throws IOException, InterruptedException {
    var ran = sandbox.kubectl(arguments);
    assertThat(ran.exit()).describedAs(ran.toString()).isZero();
    return ran.out();
  }
}
