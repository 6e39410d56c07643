package dev.butlerlabs.butler.steward.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.DataStore;
import dev.butlerlabs.butler.api.steward.DataStoreSpec;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Authority;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.ClientCertificate;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Content;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Driver;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.SecretKey;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.TenantBudget;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Tls;
import dev.butlerlabs.butler.kernel.Quantity;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.testkit.RealEtcd;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A process that looks after DataStores, for one test. */
public final class StoreProcess implements AutoCloseable {

  private final TestCluster cluster;
  private final RealEtcd etcd;
  private final KubernetesClient client;
  private final SystemTimeline timeline = new SystemTimeline();
  private final DataStores stores;
  private final Engine engine;

  private StoreProcess(TestCluster cluster, RealEtcd etcd) {
    this.cluster = cluster;
    this.etcd = etcd;
    cluster.installResources("crds/datastores.steward.butlerlabs.dev.yaml");
    client = cluster.client(WireFormat.serialization());
    stores = new DataStores(client, timeline, new SecureRandom());
    engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                new SimpleMeterRegistry(),
                new Random(1)));
    var reconciler = new DataStoreReconciler(client, stores, timeline);
    engine.add("datastores", reconciler.watches(), reconciler, ControllerSettings.DEFAULT);
    engine.start();
  }

  public static StoreProcess start(TestCluster cluster, RealEtcd etcd) {
    return new StoreProcess(cluster, etcd);
  }

  public KubernetesClient client() {
    return client;
  }

  public DataStores stores() {
    return stores;
  }

  /** A DataStore with its Secret; answers its name. */
  public String create(String name, String endpoint) {
    createSecret(name);
    return createWithoutSecret(name, endpoint);
  }

  String createWithoutSecret(String name, String endpoint) {
    return create(name, endpoint, null);
  }

  String createWithBudget(String name, String endpoint, String storage) {
    createSecret(name);
    return create(name, endpoint, new TenantBudget(new Quantity(storage), null));
  }

  private String create(String name, String endpoint, @Nullable TenantBudget budget) {
    var store = new DataStore();
    store.setMetadata(new ObjectMetaBuilder().withName(cluster.namespace() + "-" + name).build());
    store.setSpec(
        new DataStoreSpec(
            Driver.ETCD,
            List.of(endpoint),
            null,
            new Tls(
                new Authority(content(name, "ca.crt"), content(name, "ca.key")),
                new ClientCertificate(content(name, "tls.crt"), content(name, "tls.key"))),
            budget));
    return client.resource(store).create().getMetadata().getName();
  }

  void createSecret(String name) {
    var texts =
        Map.of(
            "ca.crt", etcd.authority().certificatePem(),
            "ca.key", etcd.authority().key().pem(),
            "tls.crt", etcd.root().certificatePem(),
            "tls.key", etcd.root().key().pem());
    var secret =
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace(cluster.namespace())
            .withName(name)
            .endMetadata();
    texts.forEach(
        (key, text) ->
            secret.addToData(key, Base64.getEncoder().encodeToString(text.getBytes(UTF_8))));
    client.resource(secret.build()).create();
  }

  /** Brings the store up again before its time. */
  void lookAgain(String store) {
    cluster.kubectl("annotate", "datastore", store, "test/look=again").requireSuccess();
  }

  private Content content(String secret, String key) {
    return new Content(null, new SecretKey(secret, cluster.namespace(), key));
  }

  @Override
  public void close() {
    engine.close();
    stores.close();
    timeline.close();
  }
}
