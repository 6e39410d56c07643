package dev.butlerlabs.butler.steward.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.steward.plane.OneTenant;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objects of every usual kind are made, read, listed, changed, watched and deleted. */
@ExtendWith(OneTenant.class)
class KindsIT {

  private static final String LABEL = "kinds";

  private static final String CONTAINERS =
      "containers: [{name: c, image: 'registry.example/app:1'}]";

  /** Words of the table that stand for more. */
  private static final Map<String, String> LONG =
      Map.of(
          "JOBPOD", "{restartPolicy: Never, " + CONTAINERS + "}",
          "TEMPLATE", "{metadata: {labels: {app: x}}, spec: {" + CONTAINERS + "}}",
          "PODSPEC", "{" + CONTAINERS + "}");

  /**
   * One kind's life.
   *
   * @param body the object without its name, in YAML
   * @param patch what is merged into it
   * @param pointer where the change is then seen
   */
  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          v1 | ConfigMap | data: {k: "1"} | {"data": {"k": "2"}} | /data/k | 2
          v1 | Secret | stringData: {k: "1"} | {"stringData": {"k": "2"}} | /data/k | Mg==
          v1 | Service | spec: {selector: {app: x}, ports: [{port: 80}]} | {"spec": {"sessionAffinity": "ClientIP"}} | /spec/sessionAffinity | ClientIP
          v1 | ServiceAccount | automountServiceAccountToken: true | {"automountServiceAccountToken": false} | /automountServiceAccountToken | false
          v1 | Pod | spec: PODSPEC | {"spec": {"activeDeadlineSeconds": 3600}} | /spec/activeDeadlineSeconds | 3600
          v1 | Namespace | spec: {} | {"metadata": {"annotations": {"note": "b"}}} | /metadata/annotations/note | b
          v1 | LimitRange | spec: {limits: [{type: Container, max: {cpu: "1"}}]} | {"spec": {"limits": [{"type": "Container", "max": {"cpu": "2"}}]}} | /spec/limits/0/max/cpu | 2
          v1 | ResourceQuota | spec: {hard: {pods: "1"}} | {"spec": {"hard": {"pods": "2"}}} | /spec/hard/pods | 2
          v1 | PersistentVolumeClaim | spec: {storageClassName: none, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}} | {"metadata": {"annotations": {"note": "b"}}} | /metadata/annotations/note | b
          v1 | PersistentVolume | spec: {accessModes: [ReadWriteOnce], capacity: {storage: 1Gi}, hostPath: {path: /none}} | {"spec": {"persistentVolumeReclaimPolicy": "Delete"}} | /spec/persistentVolumeReclaimPolicy | Delete
          apps/v1 | Deployment | spec: {replicas: 1, selector: {matchLabels: {app: x}}, template: TEMPLATE} | {"spec": {"replicas": 2}} | /spec/replicas | 2
          apps/v1 | ReplicaSet | spec: {replicas: 1, selector: {matchLabels: {app: x}}, template: TEMPLATE} | {"spec": {"replicas": 2}} | /spec/replicas | 2
          apps/v1 | StatefulSet | spec: {serviceName: x, replicas: 1, selector: {matchLabels: {app: x}}, template: TEMPLATE} | {"spec": {"replicas": 2}} | /spec/replicas | 2
          apps/v1 | DaemonSet | spec: {selector: {matchLabels: {app: x}}, template: TEMPLATE} | {"spec": {"minReadySeconds": 2}} | /spec/minReadySeconds | 2
          batch/v1 | Job | spec: {template: {spec: JOBPOD}} | {"spec": {"parallelism": 2}} | /spec/parallelism | 2
          batch/v1 | CronJob | spec: {schedule: "0 0 1 1 *", jobTemplate: {spec: {template: {spec: JOBPOD}}}} | {"spec": {"suspend": true}} | /spec/suspend | true
          rbac.authorization.k8s.io/v1 | Role | rules: [{apiGroups: [""], resources: [pods], verbs: [get]}] | {"rules": [{"apiGroups": [""], "resources": ["pods"], "verbs": ["list"]}]} | /rules/0/verbs/0 | list
          rbac.authorization.k8s.io/v1 | RoleBinding | roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: x}, subjects: [{kind: ServiceAccount, name: a}] | {"subjects": [{"kind": "ServiceAccount", "name": "b"}]} | /subjects/0/name | b
          rbac.authorization.k8s.io/v1 | ClusterRole | rules: [{nonResourceURLs: [/a], verbs: [get]}] | {"rules": [{"nonResourceURLs": ["/b"], "verbs": ["get"]}]} | /rules/0/nonResourceURLs/0 | /b
          rbac.authorization.k8s.io/v1 | ClusterRoleBinding | roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: x}, subjects: [{kind: ServiceAccount, namespace: default, name: a}] | {"subjects": [{"kind": "ServiceAccount", "namespace": "default", "name": "b"}]} | /subjects/0/name | b
          networking.k8s.io/v1 | Ingress | spec: {defaultBackend: {service: {name: a, port: {number: 80}}}} | {"spec": {"defaultBackend": {"service": {"name": "b"}}}} | /spec/defaultBackend/service/name | b
          networking.k8s.io/v1 | NetworkPolicy | spec: {podSelector: {}, policyTypes: [Ingress]} | {"spec": {"policyTypes": ["Egress"]}} | /spec/policyTypes/0 | Egress
          policy/v1 | PodDisruptionBudget | spec: {minAvailable: 1, selector: {matchLabels: {app: x}}} | {"spec": {"minAvailable": 2}} | /spec/minAvailable | 2
          autoscaling/v2 | HorizontalPodAutoscaler | spec: {maxReplicas: 1, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: x}} | {"spec": {"maxReplicas": 2}} | /spec/maxReplicas | 2
          coordination.k8s.io/v1 | Lease | spec: {holderIdentity: a} | {"spec": {"holderIdentity": "b"}} | /spec/holderIdentity | b
          discovery.k8s.io/v1 | EndpointSlice | addressType: IPv4, endpoints: [{addresses: [192.0.2.1]}] | {"endpoints": [{"addresses": ["192.0.2.2"]}]} | /endpoints/0/addresses/0 | 192.0.2.2
          storage.k8s.io/v1 | StorageClass | provisioner: example.com/none | {"allowVolumeExpansion": true} | /allowVolumeExpansion | true
          scheduling.k8s.io/v1 | PriorityClass | value: 7 | {"description": "b"} | /description | b
          """)
  void objectsAreMadeReadListedChangedWatchedAndDeleted(
      String apiVersion,
      String kind,
      String body,
      String patch,
      String pointer,
      String expected,
      ServedTenant tenant)
      throws InterruptedException {
    var namespace = tenant.namespace();
    tenant.account(namespace);
    var name = namespace + "-" + kind.toLowerCase(Locale.ROOT);
    var all =
        tenant
            .admin()
            .genericKubernetesResources(found(tenant, apiVersion, kind))
            .inNamespace(namespace);
    var one = all.withName(name);
    var seen = new LinkedBlockingQueue<String>();
    try (var _ = all.withLabel(LABEL, name).watch(recording(seen))) {
      var made = all.resource(object(apiVersion, kind, name, body)).create();
      var uid = made.getMetadata().getUid();
      assertThat(one.require().getMetadata().getUid()).isEqualTo(uid).isNotEmpty();
      assertThat(all.withLabel(LABEL, name).list().getItems())
          .singleElement()
          .satisfies(found -> assertThat(found.getMetadata().getUid()).isEqualTo(uid));
      assertThat(seen(one).at(pointer).asText()).as("before the patch").isNotEqualTo(expected);

      Await.untilTrue("replaced", () -> replace(all, one));
      assertThat(one.require().getMetadata().getLabels()).containsEntry("replaced", "yes");
      one.patch(PatchContext.of(PatchType.JSON_MERGE), patch);
      assertThat(seen(one).at(pointer).asText()).isEqualTo(expected);

      one.delete();
      new Await(tenant.admin()).untilGone(one);
      assertThat(all.withLabel(LABEL, name).list().getItems()).isEmpty();
      assertThat(toldUntilDeleted(seen)).matches("ADDED( MODIFIED)+ DELETED");
    }
  }

  /** Where the kind is served, as the tenant itself tells. */
  private static ResourceDefinitionContext found(
      ServedTenant tenant, String apiVersion, String kind) {
    var path = (apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion;
    for (var one : tenant.raw(path).path("resources")) {
      if (one.path("kind").asText().equals(kind) && !one.path("name").asText().contains("/")) {
        return new ResourceDefinitionContext.Builder()
            .withGroup(apiVersion.contains("/") ? apiVersion.replaceFirst("/.*", "") : "")
            .withVersion(apiVersion.replaceFirst(".*/", ""))
            .withKind(kind)
            .withPlural(one.path("name").asText())
            .withNamespaced(one.path("namespaced").asBoolean())
            .build();
      }
    }
    throw new AssertionError(path + " knows no " + kind);
  }

  private static GenericKubernetesResource object(
      String apiVersion, String kind, String name, String body) {
    var full = body;
    for (var word : LONG.entrySet()) {
      full = full.replace(word.getKey(), word.getValue());
    }
    var yaml =
        "{apiVersion: %s, kind: %s, metadata: {name: %s, labels: {%s: %s}}, %s}"
            .formatted(apiVersion, kind, name, LABEL, name, full);
    try {
      return WireFormat.mapper()
          .treeToValue(new YAMLMapper().readTree(yaml), GenericKubernetesResource.class);
    } catch (JsonProcessingException wrong) {
      throw new AssertionError(yaml, wrong);
    }
  }

  /** A whole object in place of the one that was read, unless a controller wrote meanwhile. */
  private static boolean replace(
      NonNamespaceOperation<
              GenericKubernetesResource,
              GenericKubernetesResourceList,
              Resource<GenericKubernetesResource>>
          all,
      Resource<GenericKubernetesResource> one) {
    var found = one.require();
    var labels = new TreeMap<>(found.getMetadata().getLabels());
    labels.put("replaced", "yes");
    found.getMetadata().setLabels(labels);
    try {
      all.resource(found).lockResourceVersion().update();
      return true;
    } catch (KubernetesClientException refused) {
      if (refused.getCode() == 409) {
        return false;
      }
      throw refused;
    }
  }

  private static JsonNode seen(Resource<GenericKubernetesResource> one) {
    return WireFormat.mapper().valueToTree(one.require());
  }

  private static Watcher<GenericKubernetesResource> recording(BlockingQueue<String> seen) {
    return new Watcher<>() {
      @Override
      public void eventReceived(Action action, GenericKubernetesResource object) {
        seen.add(action.name());
      }

      @Override
      public void onClose(WatcherException cause) {
        seen.add("closed");
      }
    };
  }

  private static String toldUntilDeleted(BlockingQueue<String> seen) throws InterruptedException {
    var told = new StringBuilder();
    for (var next = seen.poll(60, TimeUnit.SECONDS);
        next != null;
        next = seen.poll(60, TimeUnit.SECONDS)) {
      told.append(told.isEmpty() ? "" : " ").append(next);
      if (next.equals("DELETED") || next.equals("closed")) {
        break;
      }
    }
    return told.toString();
  }
}
