package dev.butlerlabs.butler.addons.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A chart as large as those of monitoring stacks: 335 templates that share named ones, loop over
 * values and render values as templates.
 */
@OnRealApiServer
class LargeChartIT {

  private static final int PARTS = 40;

  private static final Map<String, String> OBJECTS =
      Map.of(
          "%d-settings.yaml",
          """
          v1 ConfigMap
          data:
            {{- range $key := list "one" "two" "three" }}
            {{ $key }}: {{ printf "%s-%s" $key $.Release.Namespace | quote }}
            {{- end }}
          """,
          "%d-notes.yaml",
          """
          v1 ConfigMap -notes
          data:
            {{- $ports := list 80 443 }}
            shown: part PART of {{ tpl "{{ .Values.tier }}" . }}, ports {{ $ports | join " " }}
          """,
          "%d-secret.yaml",
          """
          v1 Secret
          stringData: {text: {{ sha256sum "PART" }}}
          """,
          "%d-service.yaml",
          """
          v1 Service
          spec:
            selector: {{- include "part.labels" $this | nindent 4 }}
            ports:
              {{- range list 80 443 }}
              - {name: "p{{ . }}", port: {{ . }}}
              {{- end }}
          """,
          "%d-account.yaml",
          """
          v1 ServiceAccount
          automountServiceAccountToken: false
          """,
          "%d-role.yaml",
          """
          rbac.authorization.k8s.io/v1 Role
          rules: [{apiGroups: [""], resources: [configmaps], verbs: [get]}]
          """,
          "%d-binding.yaml",
          """
          rbac.authorization.k8s.io/v1 RoleBinding
          roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: part-PART}
          subjects: [{kind: ServiceAccount, name: part-PART, namespace: {{ .Release.Namespace }}}]
          """,
          "%d-policy.yaml",
          """
          networking.k8s.io/v1 NetworkPolicy
          spec:
            podSelector: {matchLabels: {example.com/part: "PART"}}
            policyTypes: [Ingress]
          """);

  private static final Map<String, String> WORKLOADS =
      Map.of(
          "%d-app.yaml",
          """
          apps/v1 Deployment
          spec:
            selector: {matchLabels: {example.com/part: "PART"}}
            template:
              metadata:
                labels: {{- include "part.labels" $this | nindent 8 }}
              spec:
                containers:
                  - name: it
                    image: example.com/it:{{ .Chart.Version }}
                    env: {{- toYaml (list (dict "name" "TIER" "value" .Values.tier)) | nindent 12 }}
          """,
          "%d-budget.yaml",
          """
          policy/v1 PodDisruptionBudget
          spec: {maxUnavailable: 1, selector: {matchLabels: {example.com/part: "PART"}}}
          """,
          "%d-scale.yaml",
          """
          autoscaling/v2 HorizontalPodAutoscaler
          spec:
            maxReplicas: 3
            scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: part-PART}
          """);

  @TempDir Path folder;
  private Site site;
  private String there = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    site.publish("web", "1.0.0", templates());
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void hundredsOfObjectsAreInstalledKeptInStepAndTakenAway() throws IOException {
    site.order("big", there, "1.0.0", "values: {tier: gold}");
    for (var part = 0; part < PARTS; part += 8) {
      site.ready(there, "part-" + part, 1);
    }
    site.awaitPhase("big", Phase.INSTALLED);
    site.awaitSynced("big", "AsReleased");

    assertThat(count("configmap")).isEqualTo(2 * PARTS);
    assertThat(count("service,serviceaccount,role,rolebinding,networkpolicy,secret"))
        .isEqualTo(6 * PARTS);
    assertThat(count("poddisruptionbudget,horizontalpodautoscaler,deployment"))
        .isEqualTo(3 * PARTS / 8);
    assertThat(site.shown(there, "part-39-notes")).isEqualTo("part 39 of gold, ports 80 443");

    site.order("big", there, "1.0.0", "values: {tier: iron}");
    Await.untilTrue(
        "the edit arrives in the last part",
        Site.PATIENCE,
        () -> site.shown(there, "part-39-notes").equals("part 39 of iron, ports 80 443"));

    site.addon("big").delete();
    site.cluster.await().within(Site.PATIENCE).untilGone(site.addon("big"));
    assertThat(count("configmap,service,deployment,role,networkpolicy,secret")).isZero();
  }

  /** Those of the release. */
  private int count(String kinds) {
    var names =
        site.cluster
            .kubectl("get", kinds, "-n", there, "-l", "example.com/chart=big", "-o", "name")
            .requireSuccess();
    return (int) names.lines().count();
  }

  private static Map<String, String> templates() {
    var files = new LinkedHashMap<String, String>();
    files.put(
        "_shared.tpl",
        """
        {{- define "part.labels" -}}
        example.com/chart: {{ .top.Release.Name }}
        example.com/part: {{ .part | quote }}
        example.com/tier: {{ .top.Values.tier | default "none" }}
        {{- end -}}
        {{- define "part.meta" -}}
        name: part-{{ .part }}{{ .suffix }}
        labels: {{- include "part.labels" . | nindent 2 }}
        {{- end -}}
        """);
    for (var part = 0; part < PARTS; part++) {
      var number = part;
      OBJECTS.forEach((file, text) -> files.put(file.formatted(number), template(number, text)));
      if (part % 8 == 0) {
        WORKLOADS.forEach(
            (file, text) -> files.put(file.formatted(number), template(number, text)));
      }
    }
    return files;
  }

  /** The first line of an object is its kind; its name may have an end of its own. */
  private static String template(int part, String text) {
    var lines = text.split("\n", 2);
    var words = lines[0].split(" ", -1);
    return """
        {{- $this := dict "top" . "part" %d "suffix" "%s" }}
        apiVersion: %s
        kind: %s
        metadata: {{- include "part.meta" $this | nindent 2 }}
        """
            .formatted(part, words.length > 2 ? words[2] : "", words[0], words[1])
        + lines[1].replace("PART", String.valueOf(part));
  }
}
