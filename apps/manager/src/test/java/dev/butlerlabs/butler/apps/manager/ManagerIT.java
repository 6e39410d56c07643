package dev.butlerlabs.butler.apps.manager;

import static dev.butlerlabs.butler.apps.manager.Hands.PATIENCE;
import static dev.butlerlabs.butler.apps.manager.Hands.apply;
import static dev.butlerlabs.butler.apps.manager.Hands.ask;
import static dev.butlerlabs.butler.apps.manager.Hands.awaitReady;
import static dev.butlerlabs.butler.apps.manager.Hands.forgetClosedManagers;
import static dev.butlerlabs.butler.apps.manager.Hands.installKinds;
import static dev.butlerlabs.butler.apps.manager.Hands.leads;
import static dev.butlerlabs.butler.apps.manager.Hands.manager;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * In order: the first test needs a server that has none of our kinds yet, so this class comes
 * before the others that have one.
 */
@OnRealApiServer
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ManagerIT {

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
      awaitReady(manager);
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
      awaitReady(second);
      assertThat(leads(second)).isFalse();

      first.close();
      // A lease that nobody gave back would be the first one's for fifteen seconds.
      assertThat(holder(cluster)).isNotEqualTo("one");
      Await.untilTrue("the second leads", PATIENCE, () -> leads(second));
      assertThat(holder(cluster)).isEqualTo("two");
    }
  }

  @Test
  @Order(3)
  void aRequestThatNeverEndsIsCutOff(TestCluster cluster) throws Exception {
    installKinds(cluster);
    try (var manager = manager(cluster, "one")) {
      manager.start();
      awaitReady(manager);
      var secret = cluster.client().secrets().inNamespace(cluster.namespace());
      var authority = secret.withName("butler-admission").require().getData().get("ca.crt");
      var trusting =
          TlsContext.trusting(
              Pem.certificates(new String(Base64.getDecoder().decode(authority), UTF_8)));
      var address = manager.webhookAddress();

      try (var socket =
          trusting.getSocketFactory().createSocket(address.getAddress(), address.getPort())) {
        socket.setSoTimeout((int) Duration.ofMinutes(2).toMillis());
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
      awaitReady(manager);
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
      awaitReady(manager);
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
          .kubectl("delete", "localcluster,localmachine", "--all", "--timeout=180s")
          .requireSuccess();
    }
    forgetClosedManagers(cluster);
  }

  private static String holder(TestCluster cluster) {
    return cluster
        .kubectl("get", "lease", "butler-manager", "-o", "jsonpath={.spec.holderIdentity}")
        .stdout();
  }

  private static String pools(TestCluster cluster) {
    return cluster.kubectl("get", "networkpool").stdout();
  }

  private static String claims(TestCluster cluster) {
    return cluster.kubectl("get", "ipallocation").stdout();
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

  private static String told(TestCluster cluster, String kind) {
    var path = "jsonpath={.status.conditions[?(@.type==\"Ready\")].reason}";
    return cluster.kubectl("get", kind, "shop", "-o", path).stdout();
  }
}
