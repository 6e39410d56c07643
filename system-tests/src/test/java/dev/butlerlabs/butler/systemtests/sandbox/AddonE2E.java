package dev.butlerlabs.butler.systemtests.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addons on the demo's cluster, without the internet: charts come from the sandbox itself. */
class AddonE2E {

  private static final String PART = "chart-repository";
  private static final String STAND_INS = "butler.butlerlabs.dev/stand-in=true";
  private static final String ORDER =
      """
      apiVersion: butler.butlerlabs.dev/v1alpha1
      kind: TenantAddon
      metadata: {name: hello-nats, namespace: demo}
      spec:
        clusterRef: {name: hello}
        addon: nats
        version: 1.2.0
        values: {replicas: 2}
        driftPolicy: Repair
      """;

  /** Nobody runs its pods on the management cluster, so it asks for none. */
  private static final String OWN =
      """
      apiVersion: butler.butlerlabs.dev/v1alpha1
      kind: ManagementAddon
      metadata: {name: messages}
      spec:
        addon: nats
        version: 1.2.0
        values: {replicas: 0}
      """;

  @TempDir Path folder;

  @BeforeAll
  static void helm() throws Exception {
    Sandbox.olderKubernetes();
  }

  @Test
  void addonIsInstalledServesIsUpgradedAndLeavesNothing() throws Exception {
    try (var sandbox = new Sandbox(folder.resolve("home"))) {
      var up = sandbox.butler("up", "--detach");
      assertThat(up.exit()).describedAs(up.toString()).isZero();
      var demo = sandbox.butler("demo");
      assertThat(demo.exit()).describedAs(demo.toString()).isZero();
      var hello = new Ordered(sandbox, "demo", "hello");
      var tenant = hello.kubeconfig(folder.resolve("tenant.conf"));
      leavesWhatSomebodyChanged(hello);

      hello.run("apply", "-f", Files.writeString(folder.resolve("nats.yaml"), ORDER).toString());
      await(hello, "{.status.phase}=Installed");
      assertThat(inside(hello, tenant, "statefulsets", "{.items[*].status.readyReplicas}"))
          .as("its pods are simulated, and count")
          .isEqualTo("2");
      assertThat(inside(hello, tenant, "pods", "{.items[*].spec.containers[0].image}"))
          .isEqualTo("stand-in.invalid/nats:1.2.0 stand-in.invalid/nats:1.2.0");

      new Meddling(hello, tenant, "nats").isUndoneWithin(Duration.ofSeconds(5));

      hello.run(
          "patch",
          "tenantaddon/hello-nats",
          "-n",
          "demo",
          "--type=merge",
          "-p",
          "{\"spec\": {\"version\": \"1.2.7\", \"values\": {\"replicas\": 1}}}");
      await(hello, "{.status.installedVersion}=1.2.7");
      await(hello, "{.status.phase}=Installed");
      assertThat(inside(hello, tenant, "statefulsets", "{.items[*].spec.replicas}")).isEqualTo("1");

      hello.run("delete", "tenantaddon/hello-nats", "-n", "demo", "--timeout=180s");
      hello.awaitNone(
          "--kubeconfig",
          tenant,
          "get",
          "all,configmaps,serviceaccounts",
          "-A",
          "-l",
          STAND_INS,
          "-o",
          "name");
      hello.awaitNone(
          "--kubeconfig", tenant, "get", "secrets", "-A", "-l", "owner=helm", "-o", "name");
      managementClusterHasAddonsToo(hello);
    }
  }

  /** The demo can be repeated: it orders what is missing, and takes no edit back. */
  private static void leavesWhatSomebodyChanged(Ordered hello) throws Exception {
    hello.patch("{\"spec\": {\"workers\": {\"replicas\": 2}}}");
    hello.run(
        "patch", "team/demo", "--type=merge", "-p", "{\"spec\": {\"displayName\": \"Ours\"}}");

    var again = hello.sandbox().butler("demo");

    assertThat(again.exit()).describedAs(again.toString()).isZero();
    assertThat(again.out()).contains("Found", "simulated");
    assertThat(hello.told("{.spec.workers.replicas}")).isEqualTo("2");
    assertThat(hello.run("get", "team/demo", "-o", "jsonpath={.spec.displayName}"))
        .isEqualTo("Ours");
  }

  /** Charts may hold anything, so somebody has to allow it first, as the guide says. */
  private void managementClusterHasAddonsToo(Ordered here) throws Exception {
    here.run(
        "create",
        "clusterrolebinding",
        "management-addons",
        "--clusterrole=cluster-admin",
        "--user=butler:manager");
    here.run("apply", "-f", Files.writeString(folder.resolve("own.yaml"), OWN).toString());
    await(here, "managementaddon/messages", "{.status.phase}=Installed");
    var version = "jsonpath={.status.installedVersion}";
    assertThat(here.run("get", "managementaddon/messages", "-o", version)).isEqualTo("1.2.0");
    var replicas = "jsonpath={.items[*].spec.replicas}";
    assertThat(here.run("-n", "nats", "get", "statefulsets", "-l", STAND_INS, "-o", replicas))
        .isEqualTo("0");

    here.run("delete", "managementaddon/messages", "--timeout=180s");
    here.awaitNone("-n", "nats", "get", "all,configmaps", "-l", STAND_INS, "-o", "name");
  }

  @Test
  void oneHomeChangesBetweenStandInsAndPublicChartsAndBack() throws Exception {
    var sandbox = new Sandbox(folder.resolve("home"));
    try (sandbox) {
      sandbox.butler("up", "--detach");
      var address = "http://" + sandbox.part(PART).path("address").asText();
      assertThat(code(address + "/cilium/index.yaml")).isEqualTo(200);
      assertThat(cilium(sandbox, "{.spec.chart.repository}")).isEqualTo(address + "/cilium");
      assertThat(cilium(sandbox, "{.spec.description}")).contains("stand-in");
      assertThat(sandbox.butler("status").out()).contains(PART);
      assertThat(sandbox.butler("up", "--detach", "--online").out())
          .contains("It was started without --online");

      sandbox.butler("down");
      var online = sandbox.butler("up", "--detach", "--online");
      assertThat(online.exit()).describedAs(online.toString()).isZero();
      assertThat(sandbox.butler("status").out()).doesNotContain(PART);
      assertThat(cilium(sandbox, "{.spec.chart.repository}")).isEqualTo("https://helm.cilium.io");
      assertThat(cilium(sandbox, "{.spec.description}")).doesNotContain("stand-in");
      assertThat(sandbox.kubectl("get", "addondefinitions", "-l", STAND_INS, "-o", "name").out())
          .isEmpty();

      sandbox.butler("down");
      sandbox.butler("up", "--detach");
      assertThat(cilium(sandbox, "{.spec.chart.repository}"))
          .as("its port is that of before")
          .isEqualTo(address + "/cilium");
    }
    assertThat(sandbox.processes()).isEmpty();
  }

  private static void await(Ordered cluster, String condition) throws Exception {
    await(cluster, "tenantaddon/hello-nats", condition);
  }

  /** One call of kubectl may not last as long as a busy machine needs. */
  private static void await(Ordered cluster, String addon, String condition) throws Exception {
    for (var call = 0; call < 4; call++) {
      var waited =
          cluster
              .sandbox()
              .kubectl(
                  "-n", "demo", "wait", "--for=jsonpath=" + condition, addon, "--timeout=180s");
      if (waited.exit() == 0) {
        return;
      }
    }
    fail(
        "%s was waited for in vain%n%s",
        condition, cluster.look("-n", "demo", "get", addon, "-o", "yaml"));
  }

  private static String inside(Ordered cluster, String tenant, String kind, String path)
      throws Exception {
    return cluster.run(
        "--kubeconfig",
        tenant,
        "-n",
        "nats",
        "get",
        kind,
        "-l",
        STAND_INS,
        "-o",
        "jsonpath=" + path);
  }

  private static String cilium(Sandbox sandbox, String path) throws Exception {
    return sandbox.kubectl("get", "addondefinition", "cilium", "-o", "jsonpath=" + path).out();
  }

  private static int code(String address) throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create(address)).build();
      return client.send(request, BodyHandlers.discarding()).statusCode();
    }
  }
}
