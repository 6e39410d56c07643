package dev.butlerlabs.butler.steward.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.steward.plane.OneTenant;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Discovery, writing in all its ways, and watch. What kinds there are is {@link KindsIT}'s. */
@ExtendWith(OneTenant.class)
class ApiIT {

  @Test
  void theVersionIsTheOneThatWasOrdered(ServedTenant tenant) {
    assertThat(tenant.raw("/version").path("gitVersion").asText()).isEqualTo(tenant.version());
  }

  @Test
  void everyCheckOfReadinessAndLifePasses(ServedTenant tenant) {
    assertThat(tenant.admin().raw("/readyz?verbose")).contains("readyz check passed");
    assertThat(tenant.admin().raw("/livez?verbose")).contains("livez check passed");
  }

  @Test
  void allStableGroupsAreDiscovered(ServedTenant tenant) {
    var groups = tenant.raw("/apis").findValuesAsText("name");
    assertThat(groups)
        .contains(
            "apps",
            "batch",
            "autoscaling",
            "policy",
            "networking.k8s.io",
            "rbac.authorization.k8s.io",
            "storage.k8s.io",
            "coordination.k8s.io",
            "certificates.k8s.io",
            "apiextensions.k8s.io",
            "apiregistration.k8s.io",
            "admissionregistration.k8s.io",
            "events.k8s.io",
            "discovery.k8s.io");
  }

  @Test
  void discoveryIsAggregated(ServedTenant tenant) {
    var core = discovered(tenant, "/api");
    assertThat(core).hasSize(1);
    assertThat(verbs(core.path(0), "v1", "pods")).contains("create", "watch", "deletecollection");

    var groups = discovered(tenant, "/apis");
    assertThat(groups.findValuesAsText("name"))
        .contains("apps", "apiregistration.k8s.io", "apiextensions.k8s.io");
    var apps = named(groups, "apps");
    assertThat(verbs(apps, "v1", "deployments")).contains("get", "list", "patch", "update");
    assertThat(tenant.raw("/apis").path("kind").asText()).as("unasked").isEqualTo("APIGroupList");
    assertThat(tenant.kubectl("api-resources", "-o", "name"))
        .contains("deployments.apps", "leases.coordination.k8s.io");
  }

  @Test
  void schemasArePublished(ServedTenant tenant) {
    assertThat(tenant.raw("/openapi/v3").path("paths").has("apis/apps/v1")).isTrue();
    assertThat(tenant.kubectl("explain", "deployment.spec.replicas")).contains("integer");
  }

  @Test
  void aNameCanBeGenerated(ServedTenant tenant) {
    var maps = tenant.admin().configMaps().inNamespace(tenant.namespace());
    var made =
        maps.resource(
                new ConfigMapBuilder()
                    .withNewMetadata()
                    .withGenerateName("x-")
                    .endMetadata()
                    .build())
            .create();
    assertThat(made.getMetadata().getName()).startsWith("x-").hasSizeGreaterThan(2);
  }

  @Test
  void aStaleUpdateIsRefused(ServedTenant tenant) {
    var maps = tenant.admin().configMaps().inNamespace(tenant.namespace());
    var first = maps.resource(map("a", "1")).create();
    maps.withName("a").edit(found -> new ConfigMapBuilder(found).addToData("k", "2").build());
    assertThatThrownBy(() -> maps.resource(first).lockResourceVersion().update())
        .isInstanceOfSatisfying(
            KubernetesClientException.class,
            refused -> assertThat(refused.getCode()).isEqualTo(409));
  }

  @Test
  void aDryRunStoresNothing(ServedTenant tenant) {
    var maps = tenant.admin().configMaps().inNamespace(tenant.namespace());
    maps.resource(map("a", "1")).dryRun().create();
    assertThat(maps.withName("a").get()).isNull();
  }

  @Test
  void patchesOfAllThreeOldKindsWork(ServedTenant tenant) {
    var map = tenant.admin().configMaps().inNamespace(tenant.namespace());
    map.resource(map("a", "1")).create();
    map.withName("a").patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\": {\"m\": \"1\"}}");
    map.withName("a")
        .patch(
            PatchContext.of(PatchType.JSON),
            "[{\"op\": \"add\", \"path\": \"/data/j\", \"value\": \"1\"}]");
    map.withName("a")
        .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), "{\"data\": {\"s\": \"1\"}}");
    assertThat(map.withName("a").require().getData()).containsKeys("k", "m", "j", "s");
  }

  @Test
  void whatAnApplyLeavesOutGoes(ServedTenant tenant) {
    var namespace = tenant.namespace();
    apply(tenant, namespace, "one", "{a: \"1\", b: \"1\"}", 0);
    apply(tenant, namespace, "one", "{a: \"1\"}", 0);
    assertThat(data(tenant, namespace)).containsOnlyKeys("a");
  }

  @Test
  void twoAppliersOfOneFieldAreInConflict(ServedTenant tenant) {
    var namespace = tenant.namespace();
    apply(tenant, namespace, "one", "{a: \"1\"}", 0);
    var refused = apply(tenant, namespace, "two", "{a: \"2\"}", 1);
    assertThat(refused.err()).contains("conflict with \"one\"");
    assertThat(data(tenant, namespace)).containsEntry("a", "1");
  }

  @Test
  void aWatchTellsEverythingInOrder(ServedTenant tenant) throws Exception {
    var maps = tenant.admin().configMaps().inNamespace(tenant.namespace());
    var seen = new LinkedBlockingQueue<String>();
    try (var _ =
        maps.watch(
            new Watcher<ConfigMap>() {
              @Override
              public void eventReceived(Action action, ConfigMap map) {
                if (map.getMetadata().getName().equals("a")) {
                  seen.add(action.name());
                }
              }

              @Override
              public void onClose(WatcherException cause) {
                seen.add("closed");
              }
            })) {
      maps.resource(map("a", "1")).create();
      maps.withName("a").edit(found -> new ConfigMapBuilder(found).addToData("k", "2").build());
      maps.withName("a").delete();
      for (var expected : new String[] {"ADDED", "MODIFIED", "DELETED"}) {
        assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo(expected);
      }
    }
  }

  @Test
  void listsComeInPages(ServedTenant tenant) {
    var namespace = tenant.namespace();
    var maps = tenant.admin().configMaps().inNamespace(namespace);
    for (var at = 0; at < 5; at++) {
      maps.resource(map("m" + at, "1")).create();
    }
    var first =
        tenant.raw(
            "/api/v1/namespaces/%s/configmaps?limit=2&labelSelector=app%%3Dcheck"
                .formatted(namespace));
    assertThat(first.path("items")).hasSize(2);
    assertThat(first.at("/metadata/continue").asText()).isNotEmpty();
    assertThat(
            first.at("/metadata/remainingItemCount").isMissingNode()
                || first.at("/metadata/remainingItemCount").asInt() == 3)
        .isTrue();
  }

  @Test
  void tablesArePrintedByTheServer(ServedTenant tenant) {
    assertThat(tenant.kubectl("get", "namespaces")).contains("NAME", "STATUS", "Active");
  }

  /** The groups of one answer that tells all of them with all they hold. */
  private static JsonNode discovered(ServedTenant tenant, String path) {
    var token = tenant.kubectl("create", "token", "default").strip();
    var wanted = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    var answer = tenant.call(token, "GET", path, "", "Accept", wanted);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type").orElse("")).isEqualTo(wanted);
    var list = json(answer.body());
    assertThat(list.path("kind").asText()).isEqualTo("APIGroupDiscoveryList");
    assertThat(list.path("apiVersion").asText()).isEqualTo("apidiscovery.k8s.io/v2");
    return list.path("items");
  }

  private static JsonNode named(JsonNode groups, String name) {
    for (var group : groups) {
      if (group.at("/metadata/name").asText().equals(name)) {
        return group;
      }
    }
    throw new AssertionError("no group " + name + " in " + groups);
  }

  private static List<String> verbs(JsonNode group, String version, String resource) {
    var verbs = new ArrayList<String>();
    for (var one : group.path("versions")) {
      if (one.path("version").asText().equals(version)) {
        one.path("resources")
            .forEach(
                known -> {
                  if (known.path("resource").asText().equals(resource)) {
                    known.path("verbs").forEach(verb -> verbs.add(verb.asText()));
                  }
                });
      }
    }
    return verbs;
  }

  private static JsonNode json(String text) {
    try {
      return WireFormat.mapper().readTree(text);
    } catch (JsonProcessingException wrong) {
      throw new AssertionError(text, wrong);
    }
  }

  private static ConfigMap map(String name, String value) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels("app", "check")
        .endMetadata()
        .withData(Map.of("k", value))
        .build();
  }

  private static ServedTenant.Said apply(
      ServedTenant tenant, String namespace, String manager, String data, int exit) {
    var said =
        tenant.reading(
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: applied, namespace: %s}
            data: %s
            """
                .formatted(namespace, data),
            "apply",
            "--server-side",
            "--field-manager=" + manager,
            "-f",
            "-");
    assertThat(said.exit()).as(said.toString()).isEqualTo(exit);
    return said;
  }

  private static Map<String, String> data(ServedTenant tenant, String namespace) {
    return tenant
        .admin()
        .configMaps()
        .inNamespace(namespace)
        .withName("applied")
        .require()
        .getData();
  }
}
