package dev.butlerlabs.butler.bench.engine;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The objects both contenders work on: half parcels, half config maps of the same names, spread
 * over tenants.
 */
public record Load(int objects, int tenants) {

  private static final int CREATORS = 16;
  private static final String TEXT = "x".repeat(1000);

  int parcels() {
    return objects / 2;
  }

  int parcelsPerTenant() {
    return parcels() / tenants;
  }

  static String namespace(int tenant) {
    return "bench-engine-" + tenant;
  }

  /** Makes all of it, through server-side apply, so that it may be there already. */
  public void create(KubernetesClient client) {
    install(client);
    for (var tenant = 0; tenant < tenants; tenant++) {
      var metadata = new ObjectMetaBuilder().withName(namespace(tenant)).build();
      apply(client, new NamespaceBuilder().withMetadata(metadata).build());
    }
    try (var creators = Executors.newFixedThreadPool(CREATORS, Thread.ofVirtual().factory())) {
      IntStream.range(0, parcels()).forEach(i -> creators.execute(() -> createPair(client, i)));
    }
  }

  private static void install(KubernetesClient client) {
    try (var manifest = Load.class.getResourceAsStream("/parcels.yaml")) {
      var crd = client.apiextensions().v1().customResourceDefinitions().load(manifest).item();
      apply(client, crd);
      client.resource(crd).waitUntilCondition(Load::established, 30, TimeUnit.SECONDS);
    } catch (IOException broken) {
      throw new UncheckedIOException("cannot read parcels.yaml", broken);
    }
  }

  private static boolean established(@Nullable CustomResourceDefinition crd) {
    return crd != null
        && crd.getStatus() != null
        && crd.getStatus().getConditions() != null
        && crd.getStatus().getConditions().stream()
            .anyMatch(it -> it.getType().equals("Established") && it.getStatus().equals("True"));
  }

  private void createPair(KubernetesClient client, int i) {
    var parcel = new Parcel();
    parcel.setMetadata(metadata(namespace(i % tenants), i / tenants));
    parcel.setSpec(new Parcel.Spec("fresh", TEXT));
    apply(client, parcel);
    apply(
        client,
        new ConfigMapBuilder()
            .withMetadata(metadata(namespace(i % tenants), i / tenants))
            .withData(Map.of("text", TEXT))
            .build());
  }

  /** Edits one parcel as a user would, and answers when. */
  static long touch(KubernetesClient client, int tenant, int number, String mark) {
    var parcel = new Parcel();
    parcel.setMetadata(metadata(namespace(tenant), number));
    parcel.setSpec(new Parcel.Spec(mark, TEXT));
    apply(client, parcel);
    return System.nanoTime();
  }

  private static void apply(KubernetesClient client, HasMetadata object) {
    client
        .resource(object)
        .patch(
            new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager("user")
                .withForce(true)
                .build());
  }

  private static ObjectMeta metadata(String namespace, int number) {
    return new ObjectMetaBuilder()
        .withNamespace(namespace)
        .withName("parcel-" + number)
        .withLabels(Map.of("bench", "engine"))
        .build();
  }
}
