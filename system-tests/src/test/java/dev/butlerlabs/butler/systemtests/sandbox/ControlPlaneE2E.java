package dev.butlerlabs.butler.systemtests.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.steward.store.etcd.Bytes;
import dev.butlerlabs.butler.steward.store.etcd.EtcdClient;
import dev.butlerlabs.butler.steward.store.etcd.Keys;
import dev.butlerlabs.butler.steward.store.etcd.Reply;
import dev.butlerlabs.butler.systemtests.Ran;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide to hosted control planes, followed on a machine with nothing but the sandbox. */
class ControlPlaneE2E {

  private static final String NAMESPACE = "control-planes";
  private static final String LEFT_OVER =
      "tcp,deployments,replicasets,pods,services,secrets,configmaps,ingresses,poddisruptionbudgets";

  /** The cluster's own, in every namespace. */
  private static final String ALWAYS = "configmap/kube-root-ca.crt";

  @TempDir Path folder;

  @Test
  void orderedWithKubectlItServesSleepsWakesKeepsItsMinorAndGoesWithoutATrace() throws Exception {
    try (var sandbox = new Sandbox(folder.resolve("home"))) {
      var up = sandbox.butler("up", "--detach");
      assertThat(up.exit()).describedAs(up.toString()).isZero();
      run(sandbox, "create", "namespace", NAMESPACE);
      var sample = Path.of("../samples/tenantcontrolplane-small.yaml").toAbsolutePath().normalize();
      run(sandbox, "apply", "-f", sample.toString());

      awaitReady(sandbox);
      var tenant = kubeconfig(sandbox);
      assertThat(run(sandbox, "--kubeconfig", tenant, "auth", "whoami"))
          .contains("kubernetes-admin");
      run(sandbox, "--kubeconfig", tenant, "create", "configmap", "kept", "--from-literal=a=b");
      // The controller manager works too: every namespace gets its account.
      run(sandbox, "--kubeconfig", tenant, "wait", "--for=create", "sa/default", "--timeout=180s");

      refusesWhatCannotBe(sandbox);
      overItsBudgetItGetsNoNewObjects(sandbox, tenant);
      sleepsAndWakes(sandbox, tenant);
      goesWithoutATrace(sandbox);
    }
  }

  private static void awaitReady(Sandbox sandbox) throws Exception {
    run(sandbox, "-n", NAMESPACE, "wait", "--for=condition=Ready", "tcp/kiosk", "--timeout=200s");
  }

  private String kubeconfig(Sandbox sandbox) throws Exception {
    var template = "go-template={{index .data \"admin.conf\" | base64decode}}";
    var text =
        run(sandbox, "-n", NAMESPACE, "get", "secret", "kiosk-admin-kubeconfig", "-o", template);
    return Files.writeString(folder.resolve("tenant.conf"), text).toString();
  }

  private static void refusesWhatCannotBe(Sandbox sandbox) throws Exception {
    version(sandbox, "v1.35.0");
    awaitTold(sandbox, "Accepted=false");
    assertThat(run(sandbox, "-n", NAMESPACE, "get", "tcp", "kiosk", "-o", "jsonpath={.status}"))
        .contains("version v1.35.0 is older than v1.36.3, which runs");
    version(sandbox, "v1.36.3");
    awaitTold(sandbox, "Accepted");
  }

  /** People of the tenant are held to it; those who host it are not. */
  private static void overItsBudgetItGetsNoNewObjects(Sandbox sandbox, String tenant)
      throws Exception {
    String[] creating = {
      "--kubeconfig=" + tenant,
      "--as=ann",
      "--as-group=people",
      "create",
      "configmap",
      "more",
      "--dry-run=server"
    };
    run(
        sandbox,
        "--kubeconfig=" + tenant,
        "create",
        "clusterrolebinding",
        "people",
        "--clusterrole=cluster-admin",
        "--group=people");
    run(sandbox, "--kubeconfig=" + tenant, "create", "configmap", "spare");
    run(sandbox, creating);

    budget(sandbox, "{\"keys\": 1}");
    awaitTold(sandbox, "WithinBudget=false");
    Sandbox.await(
        "its API server refuses new objects",
        Duration.ofMinutes(3),
        () -> asked(sandbox, creating).err().contains("this cluster is write-limited"));
    run(sandbox, "--kubeconfig=" + tenant, "--as=ann", "--as-group=people", "delete", "cm/spare");

    budget(sandbox, "null");
    awaitTold(sandbox, "WithinBudget");
    Sandbox.await(
        "it takes new objects again",
        Duration.ofMinutes(3),
        () -> asked(sandbox, creating).exit() == 0);
  }

  private static void budget(Sandbox sandbox, String budget) throws Exception {
    var patch = "{\"spec\": {\"tenantBudget\": %s}}".formatted(budget);
    run(sandbox, "patch", "datastore", "default", "--type=merge", "-p", patch);
  }

  private static void awaitTold(Sandbox sandbox, String condition) throws Exception {
    var what = "--for=condition=" + condition;
    run(sandbox, "-n", NAMESPACE, "wait", what, "tcp/kiosk", "--timeout=200s");
  }

  private static void version(Sandbox sandbox, String version) throws Exception {
    var patch = "{\"spec\": {\"kubernetes\": {\"version\": \"%s\"}}}".formatted(version);
    run(sandbox, "-n", NAMESPACE, "patch", "tcp", "kiosk", "--type=merge", "-p", patch);
  }

  private static void sleepsAndWakes(Sandbox sandbox, String tenant) throws Exception {
    run(sandbox, "-n", NAMESPACE, "scale", "tcp", "kiosk", "--replicas=0");
    run(sandbox, "-n", NAMESPACE, "wait", "--for=delete", "pods", "--all", "--timeout=200s");
    // It is told once the pods are gone.
    Sandbox.await(
        "it is told to sleep",
        Duration.ofMinutes(3),
        () -> look(sandbox, "get", "tcp", "kiosk").contains("Sleeping"));

    run(sandbox, "-n", NAMESPACE, "scale", "tcp", "kiosk", "--replicas=1");
    awaitReady(sandbox);
    assertThat(run(sandbox, "--kubeconfig", tenant, "get", "configmap", "kept", "-o", "name"))
        .contains("configmap/kept");
  }

  private static void goesWithoutATrace(Sandbox sandbox) throws Exception {
    var uid =
        run(sandbox, "-n", NAMESPACE, "get", "tcp", "kiosk", "-o", "jsonpath={.metadata.uid}");
    assertThat(processesOf(uid)).isNotEmpty();
    run(sandbox, "-n", NAMESPACE, "delete", "tcp", "kiosk", "--timeout=200s");

    assertThat(processesOf(uid)).isEmpty();
    nothingIsLeftIn(sandbox);
    Sandbox.await(
        "garbage collection took the rest",
        Duration.ofMinutes(3),
        () -> look(sandbox, "get", LEFT_OVER, "-o", "name").replace(ALWAYS, "").isBlank());
  }

  /** Whatever is answered, for those who ask again. */
  private static String look(Sandbox sandbox, String... what) {
    var line = new ArrayList<>(List.of("-n", NAMESPACE));
    line.addAll(List.of(what));
    var answer = asked(sandbox, line.toArray(String[]::new));
    return answer.exit() == 0 ? answer.out() : answer.toString();
  }

  private static Ran asked(Sandbox sandbox, String... what) {
    try {
      return sandbox.kubectl(what);
    } catch (IOException unclear) {
      throw new UncheckedIOException(unclear);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  private static List<ProcessHandle> processesOf(String uid) {
    var flag = "--etcd-prefix=/tcp_" + uid.replace("-", "");
    try (var all = ProcessHandle.allProcesses()) {
      return all.filter(process -> Sandbox.commandLine(process.pid()).contains(flag)).toList();
    }
  }

  private static void nothingIsLeftIn(Sandbox sandbox) throws Exception {
    var files = sandbox.home().resolve("tenant-store-pki");
    var root = Files.readString(files.resolve("root.pem"));
    var authority = Pem.certificate(Files.readString(files.resolve("ca.crt")));
    var endpoint = sandbox.part("tenant-etcd").path("address").asText();
    try (var etcd =
        EtcdClient.of(List.of(endpoint), TlsContext.of(Credential.parse(root, root), authority))) {
      var session = etcd.within(Duration.ofSeconds(10));
      assertThat(session.users().all()).isEqualTo(Reply.answered(List.of("root")));
      assertThat(session.users().allRoles()).isEqualTo(Reply.answered(List.of("root")));
      assertThat(session.keys().count(Keys.Span.under(Bytes.of("/"))).map(Keys.Page::count))
          .isEqualTo(Reply.answered(0L));
    }
  }

  private static String run(Sandbox sandbox, String... arguments)
      throws IOException, InterruptedException {
    var ran = sandbox.kubectl(arguments);
    assertThat(ran.exit()).describedAs(ran.toString()).isZero();
    return ran.out();
  }
}
