package dev.butlerlabs.butler.bench.addons;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.catalog.plan.ClusterFacts;
import dev.butlerlabs.butler.addons.catalog.plan.SourcePolicy;
import dev.butlerlabs.butler.addons.catalog.plan.Turn;
import dev.butlerlabs.butler.addons.helm.HelmProgram;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.Rendering;
import dev.butlerlabs.butler.addons.install.plan.Facts;
import dev.butlerlabs.butler.addons.install.plan.Neighbour;
import dev.butlerlabs.butler.addons.install.plan.Resolution;
import dev.butlerlabs.butler.addons.install.plan.Resolving;
import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.TenantAddonSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;

/**
 * Tenants with addons that are installed already. Nobody asked Helm to: the objects and releases
 * that it would have made are written as it writes them, since ten thousand installations take
 * hours.
 */
final class Estate {

  private static final String KUBERNETES = "1.36.3";
  private static final String CLUSTER = "web";
  private static final String SECRET = "web-admin-kubeconfig";
  private static final Duration PATIENT = Duration.ofMinutes(5);

  private final Scribe scribe;
  private final KubernetesClient client;
  private final Catalogue catalogue;
  private final List<String> tenants;
  private final List<String> addons;

  Estate(KubernetesClient client, Catalogue catalogue, int tenants, int addons) {
    this.scribe = new Scribe(client);
    this.client = client;
    this.catalogue = catalogue;
    this.tenants = IntStream.range(0, tenants).mapToObj("t%03d"::formatted).toList();
    this.addons = Catalogue.names(addons);
  }

  /** Writes all of it. */
  void furnish(TenantDoors doors, HelmProgram helm)
      throws InterruptedException, ExecutionException {
    for (var addon : addons) {
      scribe.create(
          "AddonDefinition", "", addon, Map.of("spec", catalogue.spec(addon, Catalogue.FIRST)));
    }
    Scribe.each(tenants, tenant -> cluster(tenant, doors));
    var catalog = catalog();
    for (var addon : addons) {
      var manifests = manifests(addon, helm);
      Scribe.each(
          List.copyOf(manifests.entrySet()),
          one -> release(one.getKey(), addon, one.getValue(), catalog));
    }
  }

  private void cluster(String tenant, TenantDoors doors) {
    scribe.namespace(tenant);
    scribe.namespace(TenantDoors.room(tenant));
    var kubeconfig = doors.kubeconfig(tenant).render().getBytes(UTF_8);
    scribe.create(
        "/api/v1/namespaces/%s/secrets".formatted(tenant),
        Map.of(
            "apiVersion",
            "v1",
            "kind",
            "Secret",
            "metadata",
            Map.of("name", SECRET),
            "data",
            Map.of("admin.conf", Base64.getEncoder().encodeToString(kubeconfig))));
    scribe.status(
        scribe.create("TenantCluster", tenant, CLUSTER, Map.of("spec", Map.of())),
        Map.of(
            "phase",
            "Ready",
            "tenantNamespace",
            tenant,
            "kubeconfigSecretRef",
            Map.of("name", SECRET)));
  }

  private Map<String, AddonDefinitionSpec> catalog() {
    var catalog = new HashMap<String, AddonDefinitionSpec>();
    client
        .resources(AddonDefinition.class)
        .list()
        .getItems()
        .forEach(one -> catalog.put(one.getMetadata().getName(), one.getSpec()));
    return catalog;
  }

  /** What the first version renders, by tenant. */
  private Map<String, String> manifests(String addon, HelmProgram helm) {
    var renderings =
        tenants.stream()
            .map(
                tenant ->
                    new Rendering(
                        new ReleaseKey(TenantDoors.INSIDE, addon),
                        catalogue.first(addon),
                        values(tenant),
                        KUBERNETES,
                        List.of(),
                        PATIENT))
            .toList();
    var answers = helm.upgrades(renderings);
    var manifests = new HashMap<String, String>();
    for (var at = 0; at < answers.size(); at++) {
      manifests.put(tenants.get(at), answers.get(at).require());
    }
    return manifests;
  }

  private static ObjectNode values(String tenant) {
    var values = JsonNodeFactory.instance.objectNode().put("tenant", tenant).put("replicas", 0);
    values.putObject("commonLabels").put("example.com/tenant", tenant);
    return values;
  }

  private void release(
      String tenant, String addon, String manifest, Map<String, AddonDefinitionSpec> catalog) {
    var spec =
        new TenantAddonSpec(
            new LocalRef(CLUSTER),
            addon,
            null,
            null,
            values(tenant),
            List.of(),
            null,
            null,
            null,
            null,
            List.of(),
            null);
    var order =
        scribe.create(
            "TenantAddon",
            tenant,
            addon,
            Map.of("spec", Scribe.plain(spec)),
            List.of(Finalizers.TENANT_ADDON));
    var inside = new InstalledRelease(TenantDoors.room(tenant), addon, manifest);
    inside.write(scribe, order.at("/metadata/uid").asText());
    scribe.status(order, inside.status(applied(tenant, addon, spec, catalog), Catalogue.FIRST));
  }

  private static String applied(
      String tenant, String addon, TenantAddonSpec spec, Map<String, AddonDefinitionSpec> catalog) {
    var self = new Neighbour(tenant, addon, spec, "", false, false, false);
    var resolved =
        Resolving.tenant(
            self,
            List.of(),
            catalog,
            Facts.none(),
            SourcePolicy.everything(),
            ClusterFacts.none(),
            new Turn.Now(),
            Instant.now());
    if (resolved instanceof Resolution.Clear(var wanted)) {
      return wanted.fingerprint().text();
    }
    throw new IllegalStateException("%s of %s is refused: %s".formatted(addon, tenant, resolved));
  }

  /** The catalog goes to the second version of everything. */
  void offer() {
    for (var addon : addons) {
      scribe.replaceSpec("AddonDefinition", addon, catalogue.spec(addon, Catalogue.SECOND));
    }
  }
}
