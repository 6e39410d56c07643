package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.StatusCause;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The cause that is told is the one at the bottom, on a real API server. */
@OnRealApiServer
class CauseIT {

  private static final String LOCAL = "infrastructure.cluster.x-k8s.io/v1alpha1";

  @Test
  void machineThatCannotBeMadeIsToldInItsProvidersWords(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      yard.applyIn(
          place,
          """
          apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
          kind: LocalMachine
          metadata: {name: web-workers-0, namespace: %s}
          spec: {}
          """
              .formatted(place));
      Others.status(
          yard.others.find(LOCAL, "LocalMachine", place, "web-workers-0"),
          "{\"conditions\": [%s]}"
              .formatted(
                  Others.condition(
                      "Ready", "False", "JoinFailed", "the token for joining was refused")));
      yard.cluster
          .kubectl(
              "patch",
              "machines.cluster.x-k8s.io",
              "web-workers-0",
              "-n",
              place,
              "--type=merge",
              "-p",
              "{\"spec\": {\"infrastructureRef\": {\"apiGroup\":"
                  + " \"infrastructure.cluster.x-k8s.io\", \"kind\": \"LocalMachine\", \"name\":"
                  + " \"web-workers-0\"}}}")
          .requireSuccess();
      Others.status(
          yard.others.find(Others.CAPI, "Machine", place, "web-workers-0"),
          "{\"conditions\": [%s, %s]}"
              .formatted(
                  Others.condition("Ready", "False", "NotReady", "it is not ready"),
                  Others.condition(
                      "InfrastructureReady", "False", "JoinFailed", "1 of 1 completed")));

      var cause = awaitCause(yard, "JoinFailed", "LocalMachine ");

      assertThat(cause.what())
          .contains("LocalMachine " + place + "/web-workers-0")
          .contains("the token for joining was refused");
      assertThat(cause.since()).isEqualTo("2030-01-01T00:00:00Z");
      assertThat(yard.condition("web", "Ready").orElseThrow().message()).contains(cause.what());
    }
  }

  @Test
  void deadStoreIsToldAndNotWhatFollowsFromIt(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      yard.applyIn(
          place,
          """
          apiVersion: steward.butlerlabs.dev/v1alpha1
          kind: DataStore
          metadata: {name: fast-%1$s}
          spec:
            driver: etcd
            endpoints: [192.0.2.1:2379]
            tlsConfig:
              certificateAuthority: {certificate: {content: eA==}, privateKey: {content: eA==}}
              clientCertificate: {certificate: {content: eA==}, privateKey: {content: eA==}}
          ---
          apiVersion: steward.butlerlabs.dev/v1alpha1
          kind: TenantControlPlane
          metadata: {name: web, namespace: %1$s}
          spec: {dataStore: fast-%1$s, kubernetes: {version: v1.35.4, kubelet: {}}, controlPlane: {service: {serviceType: ClusterIP}}}
          """
              .formatted(place));
      var steward = "steward.butlerlabs.dev/v1alpha1";
      Others.status(
          yard.admin.genericKubernetesResources(steward, "DataStore").withName("fast-" + place),
          "{\"conditions\": [%s]}"
              .formatted(
                  Others.condition("Ready", "False", "Unreachable", "192.0.2.1 does not answer")));
      Others.status(
          yard.others.find(steward, "TenantControlPlane", place, "web"),
          "{\"conditions\": [%s, %s]}"
              .formatted(
                  Others.condition("StorageReady", "False", "StoreNotReady", "the store is ill"),
                  Others.condition("Ready", "False", "StoreNotReady", "the store is ill")));
      yard.others.plane(place, "web", "v1.35.4", false);

      var cause = awaitCause(yard, "Unreachable", "DataStore ");

      assertThat(cause.what()).contains("DataStore fast-" + place).contains("192.0.2.1");
    }
  }

  /** What lies above it may be seen, and told with the same reason, a moment before. */
  private static StatusCause awaitCause(Yard yard, String reason, String kind) {
    var told =
        yard.awaitTold(
            "the cause is " + reason,
            "web",
            status ->
                status.cause() != null
                    && status.cause().reason().equals(reason)
                    && status.cause().what().contains(kind));
    return Objects.requireNonNull(told.cause());
  }
}
