package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.api.steward.DataStore;
import dev.butlerlabs.butler.api.steward.DataStoreSpec;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Authority;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.BasicAuth;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.ClientCertificate;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Content;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Driver;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.SecretKey;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Tls;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.steward.Steward;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import dev.butlerlabs.butler.testkit.RealEtcd;
import dev.butlerlabs.butler.testkit.RealPostgres;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** All controllers of Steward at work in a test cluster, with a DataStore on a real etcd. */
final class RunningSteward implements AutoCloseable {

  private final SystemTimeline timeline = new SystemTimeline();
  private final TenantClients tenants;
  private final Steward steward;
  private final Engine engine;

  private final TestCluster cluster;
  private final KubernetesClient client;

  private RunningSteward(TestCluster cluster, KubernetesClient client, Path backups) {
    this.cluster = cluster;
    this.client = client;
    tenants =
        new TenantClients(
            TenantSettings.usual("steward-test"), timeline, new SimpleMeterRegistry());
    steward =
        new Steward(client, timeline, tenants, "test", store(cluster), "super-admin.conf", backups);
    engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                new SimpleMeterRegistry(),
                new Random(1)));
    steward.addTo(engine);
    engine.start();
  }

  static RunningSteward start(
      TestCluster cluster, KubernetesClient client, RealEtcd etcd, Path backups) {
    orderSecret(
        cluster,
        client,
        Map.of(
            "ca.crt", etcd.authority().certificatePem(),
            "ca.key", etcd.authority().key().pem(),
            "tls.crt", etcd.root().certificatePem(),
            "tls.key", etcd.root().key().pem()));
    orderStore(client, store(cluster), etcd(cluster, etcd.endpoint()));
    return new RunningSteward(cluster, client, backups);
  }

  /** Another etcd with the same Secrets, wherever it is. */
  void orderStore(String name, String endpoint) {
    orderStore(client, named(name), etcd(cluster, endpoint));
  }

  String named(String store) {
    return cluster.namespace() + "-" + store;
  }

  private static DataStoreSpec etcd(TestCluster cluster, String endpoint) {
    return new DataStoreSpec(
        Driver.ETCD,
        List.of(endpoint),
        null,
        new Tls(
            new Authority(content(cluster, "ca.crt"), content(cluster, "ca.key")),
            new ClientCertificate(content(cluster, "tls.crt"), content(cluster, "tls.key"))),
        null);
  }

  static RunningSteward start(
      TestCluster cluster, KubernetesClient client, RealPostgres postgres, Path backups) {
    orderSecret(
        cluster,
        client,
        Map.of(
            "ca.crt", postgres.authority(),
            "username", postgres.user(),
            "password", postgres.password()));
    orderStore(
        client,
        store(cluster),
        new DataStoreSpec(
            Driver.POSTGRESQL,
            List.of(postgres.endpoint()),
            new BasicAuth(content(cluster, "username"), content(cluster, "password")),
            new Tls(new Authority(content(cluster, "ca.crt"), null), null),
            null));
    return new RunningSteward(cluster, client, backups);
  }

  static String store(TestCluster cluster) {
    return cluster.namespace() + "-store";
  }

  private static void orderSecret(
      TestCluster cluster, KubernetesClient client, Map<String, String> texts) {
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(cluster.namespace())
                .withName("store")
                .endMetadata()
                .withData(SecretText.encode(texts))
                .build())
        .create();
  }

  private static void orderStore(KubernetesClient client, String name, DataStoreSpec spec) {
    var store = new DataStore();
    store.setMetadata(new ObjectMetaBuilder().withName(name).build());
    store.setSpec(spec);
    client.resource(store).create();
  }

  private static Content content(TestCluster cluster, String key) {
    return new Content(null, new SecretKey("store", cluster.namespace(), key));
  }

  @Override
  public void close() {
    engine.close();
    steward.close();
    tenants.close();
    timeline.close();
  }
}
