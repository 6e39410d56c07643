package dev.butlerlabs.butler.steward.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.steward.plane.OneTenant;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.testkit.Await;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What controller manager and scheduler do for a tenant, without any node. */
@ExtendWith(OneTenant.class)
class ControllersIT {

  private static final String POD =
      "{containers: [{name: c, image: registry.example/app:1, resources: {requests: {cpu: 10m}}}]}";

  @Test
  void aDeploymentGetsItsPods(ServedTenant tenant) {
    var namespace = tenant.namespace();
    deployment(tenant, namespace);
    var pods = tenant.admin().pods().inNamespace(namespace);
    new Await(tenant.admin()).untilList("two pods", pods, all -> all.size() == 2);
    var replicas = tenant.admin().apps().replicaSets().inNamespace(namespace).list().getItems();
    assertThat(replicas).hasSize(1);
    assertThat(replicas.getFirst().getMetadata().getOwnerReferences().getFirst().getKind())
        .isEqualTo("Deployment");
  }

  @Test
  void aPodWithoutANodeSaysWhy(ServedTenant tenant) {
    var namespace = tenant.namespace();
    deployment(tenant, namespace);
    new Await(tenant.admin())
        .untilList(
            "unschedulable",
            tenant.admin().pods().inNamespace(namespace),
            all ->
                all.size() == 2
                    && all.stream()
                        .allMatch(
                            pod ->
                                pod.getStatus().getConditions().stream()
                                    .anyMatch(
                                        one ->
                                            one.getType().equals("PodScheduled")
                                                && "Unschedulable".equals(one.getReason()))));
  }

  @Test
  void scalingReachesThePods(ServedTenant tenant) {
    var namespace = tenant.namespace();
    deployment(tenant, namespace);
    tenant.kubectl("-n", namespace, "scale", "deployment/web", "--replicas=1");
    new Await(tenant.admin())
        .untilList(
            "one pod",
            tenant.admin().pods().inNamespace(namespace),
            all -> all.stream().filter(pod -> !pod.isMarkedForDeletion()).count() == 1);
  }

  @Test
  void whatBelongsToADeploymentGoesWithIt(ServedTenant tenant) {
    var namespace = tenant.namespace();
    deployment(tenant, namespace);
    var pods = tenant.admin().pods().inNamespace(namespace);
    new Await(tenant.admin()).untilList("two pods", pods, all -> all.size() == 2);
    tenant.kubectl("-n", namespace, "delete", "deployment", "web");
    new Await(tenant.admin()).untilList("no pod", pods, all -> all.isEmpty());
  }

  @Test
  void whatIsOrphanedStays(ServedTenant tenant) {
    var namespace = tenant.namespace();
    deployment(tenant, namespace);
    var sets = tenant.admin().apps().replicaSets().inNamespace(namespace);
    new Await(tenant.admin()).untilList("its set", sets, all -> all.size() == 1);
    tenant.kubectl("-n", namespace, "delete", "deployment", "web", "--cascade=orphan");
    new Await(tenant.admin())
        .untilList(
            "an orphan",
            sets,
            all -> all.size() == 1 && all.getFirst().getMetadata().getOwnerReferences().isEmpty());
  }

  @Test
  void aNamespaceGoesWithAllItHas(ServedTenant tenant) {
    var namespace = tenant.namespace();
    deployment(tenant, namespace);
    tenant.kubectl("-n", namespace, "create", "configmap", "left", "--from-literal=a=b");
    tenant.kubectl("delete", "namespace", namespace, "--wait=false");
    new Await(tenant.admin()).untilGone(tenant.admin().namespaces().withName(namespace));
    assertThat(tenant.admin().configMaps().inNamespace(namespace).list().getItems()).isEmpty();
  }

  @Test
  void everyNamespaceHasAServiceAccountAndTheRoot(ServedTenant tenant) {
    var namespace = tenant.namespace();
    var admin = tenant.admin();
    new Await(admin)
        .until(
            "default account",
            admin.serviceAccounts().inNamespace(namespace).withName("default"),
            Objects::nonNull);
    var root =
        new Await(admin)
            .until(
                "root",
                admin.configMaps().inNamespace(namespace).withName("kube-root-ca.crt"),
                Objects::nonNull);
    assertThat(root.getData().get("ca.crt")).contains("BEGIN CERTIFICATE");
  }

  @Test
  void aServiceGetsAnAddressOfTheRangeAndEndpoints(ServedTenant tenant) {
    var namespace = tenant.namespace();
    tenant.kubectl("-n", namespace, "create", "service", "clusterip", "web", "--tcp=80:8080");
    var service = tenant.admin().services().inNamespace(namespace).withName("web").require();
    assertThat(service.getSpec().getClusterIP()).startsWith("10.96.");
    new Await(tenant.admin())
        .untilList(
            "slices",
            tenant
                .admin()
                .discovery()
                .v1()
                .endpointSlices()
                .inNamespace(namespace)
                .withLabel("kubernetes.io/service-name", "web"),
            all -> all.size() == 1);
  }

  @Test
  void aJobMakesItsPodAndACronJobItsJob(ServedTenant tenant) {
    var namespace = tenant.namespace();
    tenant.kubectl("-n", namespace, "create", "job", "once", "--image=registry.example/app:1");
    new Await(tenant.admin())
        .untilList(
            "a pod of the job",
            tenant.admin().pods().inNamespace(namespace).withLabel("job-name", "once"),
            all -> all.size() == 1);
    tenant.kubectl(
        "-n",
        namespace,
        "create",
        "cronjob",
        "often",
        "--image=registry.example/app:1",
        "--schedule=* * * * *");
    tenant.kubectl("-n", namespace, "create", "job", "now", "--from=cronjob/often");
    assertThat(tenant.kubectl("-n", namespace, "get", "jobs", "-o", "name"))
        .contains("job.batch/now");
  }

  @Test
  void aStatefulSetMakesItsPodsInOrder(ServedTenant tenant) {
    var namespace = tenant.namespace();
    tenant.apply(
        """
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: {name: db, namespace: %s}
        spec:
          serviceName: db
          replicas: 2
          selector: {matchLabels: {app: db}}
          template: {metadata: {labels: {app: db}}, spec: %s}
        """
            .formatted(namespace, POD));
    var pods =
        new Await(tenant.admin())
            .untilList(
                "the first pod",
                tenant.admin().pods().inNamespace(namespace),
                all -> !all.isEmpty());
    assertThat(pods.getFirst().getMetadata().getName()).isEqualTo("db-0");
    assertThat(pods).hasSize(1);
  }

  @Test
  void aQuotaHolds(ServedTenant tenant) {
    var namespace = tenant.namespace();
    tenant.kubectl("-n", namespace, "create", "quota", "small", "--hard=configmaps=2");
    new Await(tenant.admin())
        .until(
            "the quota is counted",
            tenant.admin().resourceQuotas().inNamespace(namespace).withName("small"),
            quota -> quota.getStatus() != null && quota.getStatus().getUsed() != null);
    tenant.kubectl("-n", namespace, "create", "configmap", "one");
    var said =
        tenant.reading("", "-n", namespace, "create", "configmap", "two", "--from-literal=a=b");
    var more = tenant.reading("", "-n", namespace, "create", "configmap", "three");
    assertThat(said.exit() + more.exit()).isPositive();
    assertThat(said.err() + more.err()).contains("exceeded quota: small");
  }

  @Test
  void aDisruptionBudgetIsWatched(ServedTenant tenant) {
    var namespace = tenant.namespace();
    deployment(tenant, namespace);
    tenant.kubectl(
        "-n",
        namespace,
        "create",
        "poddisruptionbudget",
        "web",
        "--selector=app=web",
        "--min-available=1");
    new Await(tenant.admin())
        .until(
            "counted",
            tenant
                .admin()
                .policy()
                .v1()
                .podDisruptionBudget()
                .inNamespace(namespace)
                .withName("web"),
            budget ->
                budget.getStatus() != null
                    && Objects.equals(budget.getStatus().getExpectedPods(), 2));
  }

  private static void deployment(ServedTenant tenant, String namespace) {
    tenant.apply(
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: %s}
        spec:
          replicas: 2
          selector: {matchLabels: {app: web}}
          template: {metadata: {labels: {app: web}}, spec: %s}
        """
            .formatted(namespace, POD));
  }
}
