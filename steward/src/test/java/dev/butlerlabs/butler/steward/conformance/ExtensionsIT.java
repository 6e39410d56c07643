package dev.butlerlabs.butler.steward.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.steward.plane.OneTenant;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.testkit.Await;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Kinds of the tenant's own, and what is decided before an object is stored. */
@ExtendWith(OneTenant.class)
class ExtensionsIT {

  @Test
  void aKindOfTheTenantsOwnCanBeUsedAtOnce(ServedTenant tenant) {
    var namespace = tenant.namespace();
    define(tenant, "boats");
    tenant.apply(boat(namespace, "Boats", "size: 3"));
    assertThat(tenant.kubectl("-n", namespace, "get", "boats", "x", "-o", "jsonpath={.spec.size}"))
        .isEqualTo("3");
    Await.untilTrue(
        "its schema is published",
        () -> tenant.reading("", "explain", "boats.spec.size").out().contains("How many fit in."));
  }

  @Test
  void itsSchemaIsEnforced(ServedTenant tenant) {
    var namespace = tenant.namespace();
    define(tenant, "cars");
    assertThat(refused(tenant, boat(namespace, "Cars", "size: many")))
        .contains("spec.size", "integer");
    assertThat(refused(tenant, boat(namespace, "Cars", "size: 11")))
        .contains("nobody needs more than ten");
    assertThat(refused(tenant, boat(namespace, "Cars", "sise: 1")))
        .contains("unknown field \"spec.sise\"");
  }

  @Test
  void itsDefaultsAndSubresourcesWork(ServedTenant tenant) {
    var namespace = tenant.namespace();
    define(tenant, "bikes");
    tenant.apply(boat(namespace, "Bikes", "size: 1"));
    assertThat(tenant.kubectl("-n", namespace, "get", "bikes", "x", "-o", "jsonpath={.spec.color}"))
        .isEqualTo("red");
    tenant.kubectl("-n", namespace, "scale", "bikes/x", "--replicas=7");
    assertThat(tenant.kubectl("-n", namespace, "get", "bikes", "x", "-o", "jsonpath={.spec.size}"))
        .isEqualTo("7");
    tenant.kubectl(
        "-n",
        namespace,
        "patch",
        "bikes",
        "x",
        "--subresource=status",
        "--type=merge",
        "-p",
        "{\"status\": {\"left\": 2}}");
    assertThat(
            tenant.kubectl("-n", namespace, "get", "bikes", "x", "-o", "jsonpath={.status.left}"))
        .isEqualTo("2");
  }

  @Test
  void aKindGoesWithAllItsObjects(ServedTenant tenant) {
    var namespace = tenant.namespace();
    define(tenant, "ships");
    tenant.apply(boat(namespace, "Ships", "size: 1"));
    tenant.kubectl("delete", "crd", "ships.example.com", "--wait=false");
    new Await(tenant.admin())
        .untilGone(
            tenant
                .admin()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("ships.example.com"));
    var gone = tenant.call(null, "GET", "/apis/example.com/v1", "");
    assertThat(gone.statusCode()).isIn(403, 404);
    define(tenant, "ships");
    assertThat(tenant.kubectl("-n", namespace, "get", "ships", "-o", "name")).isEmpty();
  }

  @Test
  void aPolicyOfTheTenantsOwnIsEnforced(ServedTenant tenant) {
    var namespace = tenant.namespace();
    tenant.apply(
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: {name: %1$s}
        spec:
          failurePolicy: Fail
          matchConstraints:
            resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]
          validations: [{expression: "object.metadata.name != 'forbidden'", message: not that name}]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: {name: %1$s}
        spec:
          policyName: %1$s
          validationActions: [Deny]
          matchResources: {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %1$s}}}
        """
            .formatted(namespace));
    Await.untilTrue(
        "the policy works",
        () ->
            tenant
                .reading(
                    "", "-n", namespace, "create", "configmap", "forbidden", "--dry-run=server")
                .err()
                .contains("not that name"));
    tenant.kubectl("-n", namespace, "create", "configmap", "allowed");
  }

  @Test
  void podSecurityIsEnforcedByLabel(ServedTenant tenant) {
    var namespace = tenant.namespace();
    tenant.kubectl(
        "label", "namespace", namespace, "pod-security.kubernetes.io/enforce=restricted");
    // The label counts when admission has seen it; an account of the namespace comes later too.
    Await.untilTrue(
        "what is not restricted is refused",
        () ->
            tenant
                .reading(
                    pod(namespace, "hostNetwork: true"), "apply", "--dry-run=server", "-f", "-")
                .err()
                .contains("violates PodSecurity \"restricted"));
  }

  @Test
  void aPodGetsItsAccountTokenAndTolerations(ServedTenant tenant) {
    var namespace = tenant.namespace();
    tenant.account(namespace);
    tenant.apply(pod(namespace, "restartPolicy: Always"));
    var stored = tenant.admin().pods().inNamespace(namespace).withName("p").require();
    assertThat(stored.getSpec().getServiceAccountName()).isEqualTo("default");
    var access = stored.getSpec().getVolumes().getFirst();
    assertThat(access.getName()).startsWith("kube-api-access-");
    assertThat(access.getProjected().getSources())
        .anyMatch(
            one ->
                one.getServiceAccountToken() != null
                    && one.getServiceAccountToken().getPath().equals("token"))
        .anyMatch(
            one ->
                one.getConfigMap() != null
                    && one.getConfigMap().getName().equals("kube-root-ca.crt"));
    assertThat(stored.getSpec().getTolerations())
        .anyMatch(one -> one.getKey().equals("node.kubernetes.io/not-ready"));
    assertThat(stored.getSpec().getPriority()).isZero();
  }

  @Test
  void limitRangesFillInWhatIsMissing(ServedTenant tenant) {
    var namespace = tenant.namespace();
    tenant.apply(
        """
        apiVersion: v1
        kind: LimitRange
        metadata: {name: usual, namespace: %s}
        spec: {limits: [{type: Container, defaultRequest: {memory: 64Mi}, max: {memory: 1Gi}}]}
        """
            .formatted(namespace));
    tenant.account(namespace);
    Await.untilTrue(
        "the range is known",
        () ->
            tenant
                .reading(pod(namespace, ""), "create", "--dry-run=server", "-o", "yaml", "-f", "-")
                .out()
                .contains("memory: 64Mi"));
  }

  @Test
  void leasesAreTakenAndRenewed(ServedTenant tenant) {
    var namespace = tenant.namespace();
    tenant.apply(
        """
        apiVersion: coordination.k8s.io/v1
        kind: Lease
        metadata: {name: l, namespace: %s}
        spec: {holderIdentity: me, leaseDurationSeconds: 15, renewTime: "2026-01-01T00:00:00.000000Z"}
        """
            .formatted(namespace));
    tenant.kubectl(
        "-n",
        namespace,
        "patch",
        "lease",
        "l",
        "--type=merge",
        "-p",
        "{\"spec\": {\"renewTime\": \"2026-01-01T00:00:10.000000Z\"}}");
    assertThat(
            tenant.kubectl(
                "-n", namespace, "get", "lease", "l", "-o", "jsonpath={.spec.renewTime}"))
        .startsWith("2026-01-01T00:00:10");
    assertThat(tenant.kubectl("-n", "kube-system", "get", "leases", "-o", "name"))
        .contains("kube-controller-manager", "kube-scheduler");
  }

  private static String refused(ServedTenant tenant, String yaml) {
    var said = tenant.reading(yaml, "apply", "--validate=strict", "-f", "-");
    assertThat(said.exit()).as(said.toString()).isNotZero();
    return said.err();
  }

  private static String pod(String namespace, String more) {
    return """
    apiVersion: v1
    kind: Pod
    metadata: {name: p, namespace: %s}
    spec:
      containers: [{name: c, image: "registry.example/app:1"}]
      %s
    """
        .formatted(namespace, more);
  }

  private static void define(ServedTenant tenant, String plural) {
    var kind = Character.toUpperCase(plural.charAt(0)) + plural.substring(1);
    tenant.apply(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: %1$s.example.com}
        spec:
          group: example.com
          scope: Namespaced
          names: {kind: %2$s, listKind: %2$sList, plural: %1$s, singular: one%1$s}
          versions:
            - name: v1
              served: true
              storage: true
              subresources:
                status: {}
                scale: {specReplicasPath: .spec.size, statusReplicasPath: .status.left}
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec:
                      type: object
                      x-kubernetes-validations:
                        - {rule: "!has(self.size) || self.size <= 10", message: nobody needs more than ten}
                      properties:
                        size: {type: integer, description: How many fit in.}
                        color: {type: string, default: red}
                    status: {type: object, properties: {left: {type: integer}}}
        """
            .formatted(plural, kind));
    tenant.kubectl("wait", "--for=condition=Established", "crd/" + plural + ".example.com");
    Await.untilTrue(
        plural + " are served",
        () -> tenant.reading("", "get", plural + ".example.com", "-A").exit() == 0);
  }

  private static String boat(String namespace, String kind, String spec) {
    return """
    apiVersion: example.com/v1
    kind: %s
    metadata: {name: x, namespace: %s}
    spec: {%s}
    """
        .formatted(kind, namespace, spec);
  }
}
