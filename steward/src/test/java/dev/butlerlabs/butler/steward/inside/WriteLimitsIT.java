package dev.butlerlabs.butler.steward.inside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.steward.plane.OneTenant;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Limits as an administrator of a real tenant meets them. */
@ExtendWith(OneTenant.class)
class WriteLimitsIT {

  private static final String LIMITS = "steward-write-limits";

  @Test
  void refusedWritesSayWhyAndTheClusterLivesOn(ServedTenant tenant) {
    var namespace = tenant.namespace();
    var admin = tenant.admin();
    create(admin, namespace, "before");
    try (var root = tenant.client("super-admin.conf")) {
      hold(root, "CREATE", "UPDATE", "DELETE");
      Await.untilTrue("new objects are refused", () -> refused(admin, namespace));

      assertThatThrownBy(() -> create(admin, namespace, "more"))
          .isInstanceOf(KubernetesClientException.class)
          .hasMessageContaining("write-limited by those who host it");
      assertThatThrownBy(() -> change(admin, namespace)).hasMessageContaining("write-limited");
      assertThatThrownBy(() -> maps(admin, namespace).withName("before").delete())
          .hasMessageContaining("write-limited");
      assertThatThrownBy(() -> admin.namespaces().withName(namespace).delete())
          .hasMessageContaining("write-limited");
      theSystemGoesOn(tenant, admin, namespace);

      hold(root, "CREATE");
      Await.untilTrue("changes are taken again", () -> changes(admin, namespace));
      assertThatThrownBy(() -> create(admin, namespace, "more"))
          .hasMessageContaining("CREATE is refused");
      maps(admin, namespace).withName("before").delete();

      hold(root);
      Await.untilTrue("new objects are taken again", () -> !refused(admin, namespace));
      assertThat(root.resources(ValidatingAdmissionPolicy.class).withName(LIMITS).get()).isNull();
      assertThat(root.resources(ValidatingAdmissionPolicyBinding.class).withName(LIMITS).get())
          .isNull();
    }
  }

  /** As it is for a tenant over its budget: the way out is open. */
  @Test
  void whatIsThereMayShrinkAndGoButNotGrow(ServedTenant tenant) {
    var namespace = tenant.namespace();
    var admin = tenant.admin();
    create(admin, namespace, "before");
    put(admin, namespace, "{\"data\": {\"a\": \"12345\"}, \"binaryData\": {\"b\": \"AAAA\"}}");
    try (var root = tenant.client("super-admin.conf")) {
      hold(root, "CREATE", "GROWTH");
      Await.untilTrue("new objects are refused", () -> refused(admin, namespace));

      assertThatThrownBy(() -> put(admin, namespace, "{\"data\": {\"a\": \"123456\"}}"))
          .hasMessageContaining("CREATE or letting ConfigMaps or Secrets grow is refused");
      assertThatThrownBy(() -> put(admin, namespace, "{\"data\": {\"more\": \"\"}}"))
          .as("a key of its own")
          .hasMessageContaining("write-limited");
      assertThatThrownBy(() -> put(admin, namespace, "{\"binaryData\": {\"b\": \"AAAAAAAA\"}}"))
          .hasMessageContaining("write-limited");
      put(admin, namespace, "{\"metadata\": {\"finalizers\": [\"example.com/held\"]}}");
      put(admin, namespace, "{\"data\": {\"a\": \"54321\"}}");
      put(admin, namespace, "{\"data\": {\"a\": \"1\"}}");
      put(admin, namespace, "{\"data\": null, \"binaryData\": null}");
      maps(admin, namespace).withName("before").delete();
      put(admin, namespace, "{\"metadata\": {\"finalizers\": null}}");
      assertThat(maps(admin, namespace).withName("before").get()).isNull();

      hold(root);
      Await.untilTrue("new objects are taken again", () -> !refused(admin, namespace));
    }
  }

  private static void put(KubernetesClient admin, String namespace, String patch) {
    maps(admin, namespace).withName("before").patch(PatchContext.of(PatchType.JSON_MERGE), patch);
  }

  /** Leases are renewed, tokens are made and checked, kube-system can be mended. */
  private static void theSystemGoesOn(
      ServedTenant tenant, KubernetesClient admin, String namespace) {
    var before = renewals(admin);
    Await.untilTrue(
        "controller manager and scheduler renew",
        () -> {
          var now = renewals(admin);
          return !now.get(0).equals(before.get(0)) && !now.get(1).equals(before.get(1));
        });
    Await.untilTrue(
        "controllers make what belongs to a namespace",
        () -> admin.serviceAccounts().inNamespace(namespace).withName("default").get() != null);
    assertThat(tenant.kubectl("create", "token", "default", "-n", namespace)).isNotBlank();
    assertThat(tenant.kubectl("auth", "can-i", "create", "pods")).contains("yes");
    create(admin, "kube-system", "mended");
    maps(admin, "kube-system").withName("mended").delete();
  }

  private static List<Object> renewals(KubernetesClient admin) {
    return List.of(renewed(admin, "kube-controller-manager"), renewed(admin, "kube-scheduler"));
  }

  private static Object renewed(KubernetesClient admin, String name) {
    Lease lease = admin.leases().inNamespace("kube-system").withName(name).require();
    return lease.getSpec().getRenewTime();
  }

  private static void hold(KubernetesClient root, String... refused) {
    assertThat(WriteLimits.hold(root, List.of(refused))).isInstanceOf(Answer.Done.class);
  }

  private static boolean refused(KubernetesClient admin, String namespace) {
    try {
      create(admin, namespace, "probe");
      maps(admin, namespace).withName("probe").delete();
      return false;
    } catch (KubernetesClientException no) {
      return String.valueOf(no.getMessage()).contains("write-limited");
    }
  }

  private static boolean changes(KubernetesClient admin, String namespace) {
    try {
      change(admin, namespace);
      return true;
    } catch (KubernetesClientException no) {
      return false;
    }
  }

  private static void create(KubernetesClient admin, String namespace, String name) {
    var map =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(name)
            .endMetadata()
            .build();
    admin.resource(map).create();
  }

  private static void change(KubernetesClient admin, String namespace) {
    maps(admin, namespace)
        .withName("before")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"data\": {\"at\": \"" + System.nanoTime() + "\"}}");
  }

  private static NonNamespaceOperation<ConfigMap, ConfigMapList, Resource<ConfigMap>> maps(
      KubernetesClient admin, String namespace) {
    return admin.configMaps().inNamespace(namespace);
  }
}
