package dev.butlerlabs.butler.apps.manager;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.catalog.CrdFiles;
import dev.butlerlabs.butler.kube.config.Sources;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.KubectlResult;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** In order: the first test needs a server that has none of our kinds yet. */
@OnRealApiServer
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ManagerIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A machine is looked at every ten seconds while it is built. */
  private static final Duration MACHINE = Duration.ofMinutes(5);

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  @Order(1)
  void readinessSaysWhatIsMissingAndTurnsWhenItIsThere(TestCluster cluster) throws Exception {
    try (var manager = manager(cluster, "one")) {
      manager.start();

      assertThat(ask(manager, "/healthz").statusCode()).isEqualTo(200);
      var notReady = ask(manager, "/readyz");
      assertThat(notReady.statusCode()).isEqualTo(503);
      assertThat(notReady.body()).contains("watch of tenantclusters");

      installKinds(cluster);
      Await.untilTrue("ready", PATIENCE, () -> status(manager, "/readyz") == 200);
      assertThat(ask(manager, "/metrics").body())
          .contains("butler_objects{group=\"butler.butlerlabs.dev\",kind=\"TenantCluster\"} 0.0");
    }
  }

  @Test
  @Order(2)
  void aStoppedLeaderHandsOverAtOnce(TestCluster cluster) {
    installKinds(cluster);
    var first = manager(cluster, "one");
    first.start();
    Await.untilTrue("the first leads", PATIENCE, () -> leads(first));
    try (var second = manager(cluster, "two")) {
      second.start();
      Await.untilTrue("ready", PATIENCE, () -> status(second, "/readyz") == 200);
      assertThat(leads(second)).isFalse();

      var begin = System.nanoTime();
      first.close();
      Await.untilTrue("the second leads", PATIENCE, () -> leads(second));
      // A lease that nobody gave back would last fifteen seconds.
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(14));
    }
  }

  @Test
  @Order(3)
  void aRequestThatNeverEndsIsCutOff(TestCluster cluster) throws Exception {
    installKinds(cluster);
    try (var manager = manager(cluster, "one")) {
      manager.start();
      Await.untilTrue("ready", PATIENCE, () -> status(manager, "/readyz") == 200);
      var secret = cluster.client().secrets().inNamespace(cluster.namespace());
      var authority = secret.withName("butler-admission").require().getData().get("ca.crt");
      var trusting =
          TlsContext.trusting(
              Pem.certificates(new String(Base64.getDecoder().decode(authority), UTF_8)));
      var address = manager.webhookAddress();

      try (var socket =
          trusting.getSocketFactory().createSocket(address.getAddress(), address.getPort())) {
        socket.setSoTimeout((int) Duration.ofSeconds(20).toMillis());
        var half = "POST /admit/any HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\nX-Slow: ";
        socket.getOutputStream().write(half.getBytes(UTF_8));
        socket.getOutputStream().flush();

        assertThat(endsBy(socket)).isTrue();
      }
    }
  }

  @Test
  @Order(4)
  void aPoolServesClaimsAndRefusesWhatCannotBe(TestCluster cluster) {
    installKinds(cluster);
    forgetClosedManagers(cluster);
    try (var manager = manager(cluster, "one")) {
      manager.start();
      Await.untilTrue("ready", PATIENCE, () -> status(manager, "/readyz") == 200);
      apply(cluster, pool("10.40.0.0/27")).requireSuccess();
      apply(cluster, claim(cluster, "shop-1", "")).requireSuccess();
      apply(cluster, claim(cluster, "shop-2", ", count: 5")).requireSuccess();
      apply(cluster, claim(cluster, "shop-3", ", count: 24")).requireSuccess();

      Await.untilTrue("told", PATIENCE, () -> claims(cluster).contains("PoolExhausted"));
      Await.untilTrue("counted", PATIENCE, () -> pools(cluster).contains(" 13 "));
      assertThat(claims(cluster))
          .containsPattern("shop-1 .* Allocated +10.40.0.1 +10.40.0.8 +Ready")
          .containsPattern("shop-2 .* Allocated +10.40.0.9 +10.40.0.13 +Ready");
      assertThat(pools(cluster))
          .containsPattern("10.40.0.0/27 +17 +13 +30 +True +DefaultBlockFits");
      assertThat(apply(cluster, pool("10.40.0.0/28")).stderr()).contains("a pool only grows");
      assertThat(cluster.kubectl("delete", "networkpool", "lab").stderr())
          .contains("are held through 2 IPAllocations");
    }
    forgetClosedManagers(cluster);
  }

  @Test
  @Order(5)
  void simulatedInfrastructureIsLookedAfter(TestCluster cluster) {
    installKinds(cluster);
    forgetClosedManagers(cluster);
    try (var manager = manager(cluster, "one")) {
      manager.start();
      Await.untilTrue("ready", PATIENCE, () -> status(manager, "/readyz") == 200);
      var order =
          """
          apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
          kind: %s
          metadata: {name: shop}
          spec: {}
          """;
      apply(cluster, order.formatted("LocalCluster")).requireSuccess();
      apply(cluster, order.formatted("LocalMachine")).requireSuccess();

      Await.untilTrue(
          "told", PATIENCE, () -> told(cluster, "localcluster").equals("ClusterMissing"));
      Await.untilTrue(
          "told", PATIENCE, () -> told(cluster, "localmachine").equals("MachineMissing"));
      cluster
          .kubectl("delete", "localcluster,localmachine", "--all", "--timeout=30s")
          .requireSuccess();
    }
    forgetClosedManagers(cluster);
  }

  /** With the rights it has where it is installed, and no others. */
  @Test
  @Order(6)
  void machineOrderedOnProxmoxRunsAndGoes(TestCluster cluster) throws Exception {
    installKinds(cluster);
    forgetClosedManagers(cluster);
    try (var site = new ProxmoxSite();
        var manager = manager(Rights.ofTheManager(cluster), cluster, "one")) {
      manager.start();
      apply(cluster, site.account("pve")).requireSuccess();
      apply(cluster, ProxmoxSite.machine("cp-0", "pve")).requireSuccess();

      awaitTold(cluster, "ProviderConfig/pve", "ready", true);
      awaitTold(cluster, "MachineRequest/cp-0", "phase", "Running");
      assertThat(site.proxmox().machines()).hasSize(1);
      assertThat(status(cluster, "machinerequest/cp-0", "providerID")).startsWith("proxmox://");
      assertThat(status(cluster, "machinerequest/cp-0", "ipAddress")).isNotEmpty();
      // The room in pools is another feature's to tell, in the same status.
      awaitTold(cluster, "ProviderConfig/pve", "networkMode", "ipam");
      assertThat(status(cluster, "providerconfig/pve", "ready")).isEqualTo("true");

      cluster.kubectl("delete", "machinerequest", "cp-0", "--timeout=5m").requireSuccess();
      assertThat(site.proxmox().machines()).isEmpty();
      assertThat(events(cluster, "cp-0")).contains("Created", "Ready", "Deleting", "Deleted");
      cluster.kubectl("delete", "providerconfig", "pve", "--timeout=1m").requireSuccess();
    }
    forgetClosedManagers(cluster);
  }

  /** Beside a manager that leaves the platform to it, each with its own rights and no others. */
  @Test
  @Order(7)
  void platformCanHaveAProcessOfItsOwn(TestCluster cluster) throws Exception {
    installKinds(cluster);
    forgetClosedManagers(cluster);
    try (var site = new ProxmoxSite();
        var manager = manager(Rights.ofTheManager(cluster), cluster, "one", "--platforms=none")) {
      manager.start();
      Await.untilTrue("the manager leads", PATIENCE, () -> leads(manager));
      apply(cluster, site.account("pve")).requireSuccess();
      apply(cluster, ProxmoxSite.machine("cp-0", "pve")).requireSuccess();
      // What the manager does look after of it.
      awaitTold(cluster, "ProviderConfig/pve", "networkMode", "ipam");
      assertThat(status(cluster, "providerconfig/pve", "ready")).isEmpty();

      var config = config(cluster, "two", "--run=provider:proxmox");
      try (var provider = Wiring.of(Rights.ofAProvider(cluster, "proxmox"), config)) {
        provider.start();
        awaitTold(cluster, "ProviderConfig/pve", "ready", true);
        Await.untilTrue("made", MACHINE, () -> site.proxmox().machines().size() == 1);
        cluster.kubectl("delete", "machinerequest", "cp-0", "--timeout=5m").requireSuccess();
        assertThat(site.proxmox().machines()).isEmpty();
        cluster.kubectl("delete", "providerconfig", "pve", "--timeout=1m").requireSuccess();
      }
      assertThat(cluster.kubectl("get", "lease").stdout())
          .contains("butler-manager", "butler-provider-proxmox");
    }
    forgetClosedManagers(cluster);
  }

  /** By watching: to ask again and again would take a core from everybody else. */
  private static void awaitTold(TestCluster cluster, String object, String field, Object value) {
    var kind = object.substring(0, object.indexOf('/'));
    cluster
        .await()
        .within(MACHINE)
        .until(
            "%s of %s is %s".formatted(field, object, value),
            cluster
                .client()
                .genericKubernetesResources("butler.butlerlabs.dev/v1alpha1", kind)
                .inNamespace(cluster.namespace())
                .withName(object.substring(kind.length() + 1)),
            one -> value.equals(one.get("status", field)));
  }

  /** With the rights it has where it is installed, and no others. */
  @Test
  @Order(8)
  void teamGetsItsNamespaceAndOrdersAreJudged(TestCluster cluster) throws Exception {
    installKinds(cluster);
    forgetClosedManagers(cluster);
    var team = "team-" + cluster.namespace();
    try (var manager = manager(Rights.ofTheManager(cluster), cluster, "one")) {
      manager.start();
      Await.untilTrue("ready", PATIENCE, () -> status(manager, "/readyz") == 200);
      apply(cluster, team(team)).requireSuccess();
      Await.untilTrue(
          "the team is Ready",
          PATIENCE,
          () -> status(cluster, "team/" + team, "phase").equals("Ready"));
      Await.untilTrue("ada may order", PATIENCE, () -> may(cluster, team, "ada@x.org"));
      assertThat(may(cluster, team, "eve@x.org")).isFalse();

      order(cluster, team, "one").requireSuccess();
      assertThat(order(cluster, team, "two").stderr())
          .contains("may have 1 cluster and has 1, so none is left: one");
      Await.untilTrue("it was told its turn", PATIENCE, () -> fits(cluster, team, "one"));

      cluster.kubectl("delete", "tenantcluster", "one", "-n", team).requireSuccess();
      cluster.kubectl("delete", "team", team, "--wait=false").requireSuccess();
      Await.untilTrue(
          "the team is gone",
          MACHINE,
          () -> cluster.kubectl("get", "team", team).stderr().contains("not found"));
      assertThat(cluster.kubectl("get", "namespace", team).stderr()).contains("not found");
    }
    forgetClosedManagers(cluster);
  }

  private static String team(String name) {
    return """
    apiVersion: butler.butlerlabs.dev/v1alpha1
    kind: Team
    metadata: {name: %s}
    spec: {access: {users: [{name: ada@x.org, role: operator}]}, resourceLimits: {maxClusters: 1}}
    """
        .formatted(name);
  }

  private static KubectlResult order(TestCluster cluster, String team, String name) {
    return cluster.kubectlReading(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantCluster
        metadata: {name: %s}
        spec: {}
        """
            .formatted(name),
        "apply",
        "-f",
        "-",
        "-n",
        team);
  }

  private static boolean fits(TestCluster cluster, String team, String name) {
    return cluster
        .kubectl(
            "get",
            "tenantcluster",
            name,
            "-n",
            team,
            "-o",
            "jsonpath={.status.conditions[?(@.type=='QuotaSatisfied')].status}")
        .stdout()
        .equals("True");
  }

  private static boolean may(TestCluster cluster, String team, String user) {
    return cluster
        .kubectl("auth", "can-i", "create", "tenantclusters", "-n", team, "--as=" + user)
        .stdout()
        .startsWith("yes");
  }

  private static String events(TestCluster cluster, String name) {
    return cluster
        .kubectl("get", "events", "--field-selector=involvedObject.name=" + name)
        .stdout();
  }

  private static String status(TestCluster cluster, String object, String field) {
    return cluster.kubectl("get", object, "-o", "jsonpath={.status." + field + "}").stdout();
  }

  private static String told(TestCluster cluster, String kind) {
    var path = "jsonpath={.status.conditions[?(@.type==\"Ready\")].reason}";
    return cluster.kubectl("get", kind, "shop", "-o", path).stdout();
  }

  /** Registrations outlive their managers on purpose: without one nothing gets past unseen. */
  private static void forgetClosedManagers(TestCluster cluster) {
    cluster.client().admissionRegistration().v1().validatingWebhookConfigurations().delete();
  }

  private static String pools(TestCluster cluster) {
    return cluster.kubectl("get", "networkpool").stdout();
  }

  private static String claims(TestCluster cluster) {
    return cluster.kubectl("get", "ipallocation").stdout();
  }

  private static KubectlResult apply(TestCluster cluster, String manifest) {
    return cluster.kubectlReading(manifest, "apply", "-f", "-");
  }

  private static String pool(String cidr) {
    return """
    apiVersion: butler.butlerlabs.dev/v1alpha1
    kind: NetworkPool
    metadata: {name: lab}
    spec: {cidr: %s}
    """
        .formatted(cidr);
  }

  private static String claim(TestCluster cluster, String name, String wish) {
    return """
    apiVersion: butler.butlerlabs.dev/v1alpha1
    kind: IPAllocation
    metadata: {name: %s}
    spec:
      {poolRef: {name: lab}, tenantClusterRef: {name: shop, namespace: %s}, type: loadbalancer%s}
    """
        .formatted(name, cluster.namespace(), wish);
  }

  /** True when the other side ends the connection, false when it only stays silent. */
  private static boolean endsBy(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException silence) {
      return false;
    } catch (IOException ended) {
      return true;
    }
  }

  private static void installKinds(TestCluster cluster) {
    cluster.installResources(
        CrdFiles.names().stream().map(name -> "crds/" + name).toArray(String[]::new));
  }

  private static Wiring manager(TestCluster cluster, String identity) {
    return manager(cluster.config(), cluster, identity);
  }

  private static Wiring manager(
      Config access, TestCluster cluster, String identity, String... more) {
    return new Wiring(access, config(cluster, identity, more));
  }

  private static ManagerConfig config(TestCluster cluster, String identity, String... more) {
    var flags =
        Stream.concat(
                Stream.of(
                    "--admin-address=127.0.0.1:0",
                    "--webhook-address=127.0.0.1:0",
                    "--webhook-url=https://127.0.0.1:0",
                    "--namespace=" + cluster.namespace(),
                    "--identity=" + identity),
                Stream.of(more))
            .toList();
    return ManagerConfig.read(Sources.of(flags, Map.of(), null)).orElseThrow();
  }

  private boolean leads(Wiring manager) {
    try {
      return ask(manager, "/metrics").body().contains("butler_manager_leading 1.0");
    } catch (IOException | InterruptedException notYet) {
      return false;
    }
  }

  private int status(Wiring manager, String path) {
    try {
      return ask(manager, path).statusCode();
    } catch (IOException | InterruptedException notYet) {
      return 0;
    }
  }

  private HttpResponse<String> ask(Wiring manager, String path)
      throws IOException, InterruptedException {
    var port = manager.adminAddress().getPort();
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    return http.send(request, BodyHandlers.ofString());
  }
}
