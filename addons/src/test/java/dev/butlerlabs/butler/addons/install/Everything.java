package dev.butlerlabs.butler.addons.install;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A chart with an object of every usual kind, written as charts are: defaults left out. */
final class Everything {

  private Everything() {}

  /**
   * One object and a way to spoil it.
   *
   * @param patch a JSON merge patch of a field that the chart sets
   */
  record Thing(String apiVersion, String kind, String patch, String rest) {

    String name(String prefix) {
      return prefix + "-" + kind.toLowerCase(Locale.ROOT);
    }

    ResourceDefinitionContext context() {
      var slash = apiVersion.indexOf('/');
      var word = kind.toLowerCase(Locale.ROOT);
      return new ResourceDefinitionContext.Builder()
          .withGroup(slash < 0 ? "" : apiVersion.substring(0, slash))
          .withVersion(apiVersion.substring(slash + 1))
          .withKind(kind)
          .withPlural(
              word.endsWith("y")
                  ? word.substring(0, word.length() - 1) + "ies"
                  : word.endsWith("s") ? word + "es" : word + "s")
          .withNamespaced(!kind.startsWith("ClusterRole") && !kind.endsWith("Configuration"))
          .build();
    }

    private String template() {
      return """
          apiVersion: %s
          kind: %s
          metadata: {name: "{{ .Release.Name }}-%s"}
          """
              .formatted(apiVersion, kind, kind.toLowerCase(Locale.ROOT))
          + rest;
    }
  }

  private static final String PODS =
      """
        selector: {matchLabels: {app: all}}
        template:
          metadata: {labels: {app: all}}
          spec:
            volumes: [{name: v, configMap: {name: some, defaultMode: 0644}}]
            containers:
              - name: it
                image: example.com/it
                ports: [{containerPort: 80}]
                env: [{name: A, value: "on"}]
                resources: {limits: {cpu: 0.1, memory: 1024Mi}}
      """;

  static final Thing[] THINGS = {
    new Thing("v1", "ConfigMap", "{\"data\":{\"a\":\"x\"}}", "data: {a: b}\n"),
    new Thing("v1", "Secret", "{\"data\":{\"a\":\"eA==\"}}", "stringData: {a: b}\n"),
    new Thing(
        "v1",
        "Service",
        "{\"spec\":{\"selector\":{\"app\":\"x\"}}}",
        "spec: {selector: {app: all}, ports: [{port: 80}]}\n"),
    new Thing(
        "v1",
        "ServiceAccount",
        "{\"automountServiceAccountToken\":true}",
        "automountServiceAccountToken: off\n"),
    new Thing(
        "v1",
        "PersistentVolumeClaim",
        "{\"metadata\":{\"annotations\":{\"meta.helm.sh/release-name\":\"other\"}}}",
        "spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1024Mi}}}\n"),
    new Thing(
        "apps/v1", "Deployment", "{\"spec\":{\"replicas\":0}}", "spec:\n  replicas: 2\n" + PODS),
    new Thing(
        "apps/v1",
        "StatefulSet",
        "{\"spec\":{\"replicas\":0}}",
        "spec:\n  replicas: 2\n  serviceName: all\n" + PODS),
    new Thing(
        "apps/v1",
        "DaemonSet",
        "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"it\",\"image\":\"example.com/other\"}]}}}}",
        "spec:\n" + PODS),
    new Thing(
        "batch/v1",
        "CronJob",
        "{\"spec\":{\"suspend\":true}}",
        """
        spec:
          schedule: "0 0 * * *"
          suspend: false
          jobTemplate:
            spec:
              template:
                spec: {restartPolicy: Never, containers: [{name: it, image: example.com/it}]}
        """),
    new Thing(
        "rbac.authorization.k8s.io/v1",
        "Role",
        "{\"rules\":[]}",
        "rules: [{apiGroups: [\"\"], resources: [pods], verbs: [get]}]\n"),
    new Thing(
        "rbac.authorization.k8s.io/v1",
        "RoleBinding",
        "{\"subjects\":[]}",
        """
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: some}
        subjects: [{kind: ServiceAccount, name: some}]
        """),
    new Thing(
        "rbac.authorization.k8s.io/v1",
        "ClusterRole",
        "{\"rules\":[]}",
        "rules: [{apiGroups: [\"\"], resources: [pods], verbs: [get]}]\n"),
    new Thing(
        "networking.k8s.io/v1",
        "Ingress",
        "{\"spec\":{\"rules\":[{\"host\":\"other.example.com\"}]}}",
        "spec: {rules: [{host: all.example.com}]}\n"),
    new Thing(
        "networking.k8s.io/v1",
        "NetworkPolicy",
        "{\"spec\":{\"podSelector\":{\"matchLabels\":{\"app\":\"x\"}}}}",
        "spec: {podSelector: {matchLabels: {app: all}}, policyTypes: [Ingress]}\n"),
    new Thing(
        "policy/v1",
        "PodDisruptionBudget",
        "{\"spec\":{\"minAvailable\":0}}",
        "spec: {minAvailable: 1, selector: {matchLabels: {app: all}}}\n"),
    new Thing(
        "autoscaling/v2",
        "HorizontalPodAutoscaler",
        "{\"spec\":{\"maxReplicas\":9}}",
        """
        spec:
          maxReplicas: 3
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: other}
        """),
    new Thing(
        "admissionregistration.k8s.io/v1",
        "ValidatingWebhookConfiguration",
        "{\"webhooks\":[]}",
        """
        webhooks:
          - name: all.example.com
            clientConfig: {url: "https://all.example.com", caBundle: ""}
            sideEffects: None
            failurePolicy: Ignore
            admissionReviewVersions: [v1]
            matchPolicy: Exact
            namespaceSelector: {matchLabels: {no-such-label: "yes"}}
            rules: [{apiGroups: [""], apiVersions: [v1], resources: [pods], operations: [CREATE]}]
        """)
  };

  static Map<String, String> chart() {
    var files = new LinkedHashMap<String, String>();
    for (var thing : THINGS) {
      files.put(thing.kind().toLowerCase(Locale.ROOT) + ".yaml", thing.template());
    }
    return files;
  }
}
