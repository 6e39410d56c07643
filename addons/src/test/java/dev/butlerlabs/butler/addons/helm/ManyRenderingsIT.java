package dev.butlerlabs.butler.addons.helm;

import static dev.butlerlabs.butler.addons.helm.Workshop.PATIENT;
import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One chart for many clusters, by the real program. */
class ManyRenderingsIT {

  private static final ReleaseKey WEB = new ReleaseKey("shop", "web");
  private static final String HELPERS =
      """
      {{- define "web.labels" -}}
      chart: {{ .Chart.Name }}
      release: {{ .Release.Name }}
      upgrade: {{ .Release.IsUpgrade | quote }}
      {{- end -}}
      """;
  private static final String MAIN =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: main
        labels:
          {{- include "web.labels" . | nindent 4 }}
      data:
        tenant: {{ .Values.tenant | quote }}
        told: {{ tpl .Values.told . | quote }}
        version: {{ .Capabilities.KubeVersion.Version }}
        checksum: {{ include (print $.Template.BasePath "/other.yaml") . | sha256sum }}
        text: |
          ---
          # Source: bundle/charts/c1/charts/web/templates/main.yaml
      """;
  private static final String HOOK =
      configMap("hook", "x")
          .replace("\ndata:", "\n  annotations: {helm.sh/hook: pre-upgrade}\ndata:");

  @TempDir Path folder;
  private Workshop workshop = new Workshop(Path.of("/"), Path.of("/"));

  @BeforeEach
  void open() {
    workshop = Workshop.in(folder);
  }

  @Test
  void manyAreRenderedByTwoProcessesEachAsIfAlone() throws IOException {
    var files =
        new HashMap<>(Map.of("_helpers.tpl", HELPERS, "main.yaml", MAIN, "hook.yaml", HOOK));
    files.put("other.yaml", configMap("other", "{{ .Values.tenant }}"));
    files.put(
        "/values.yaml", "tenant: nobody\ntold: 'of {{ .Values.tenant }}'\nbelow: {on: false}\n");
    files.put("/charts/below/Chart.yaml", "apiVersion: v2\nname: below\nversion: 1.0.0\n");
    files.put("/charts/below/templates/deep.yaml", configMap("deep", "{{ .Values.on }}"));
    var helm = (HelmProgram) workshop.helm();
    var chart = pulled(helm, files);
    var all = new ArrayList<Rendering>();
    for (var at = 0; at < 12; at++) {
      all.add(rendering(chart, "{tenant: t%d, below: {on: %b}}".formatted(at, at % 2 == 0)));
    }

    var answers = helm.upgrades(all);

    assertThat(helm.rendersAnywhere(chart)).isTrue();
    assertThat(helm.renders().processes()).isEqualTo(2);
    for (var at = 0; at < all.size(); at++) {
      var alone = workshop.helm().upgrades(List.of(all.get(at))).getFirst().require();
      assertThat(answers.get(at).require())
          .isEqualTo(alone)
          .contains("tenant: \"t%d\"".formatted(at), "told: \"of t%d\"".formatted(at))
          .contains("upgrade: \"true\"", "version: v1.36.3")
          .doesNotContain("pre-upgrade");
    }
    assertThat(helm.upgrades(all)).isEqualTo(answers);
    assertThat(helm.renders().processes()).as("known by now").isEqualTo(2);
  }

  @Test
  void oneThatBreaksIsToldAndTheOthersAreRendered() throws IOException {
    var helm = (HelmProgram) workshop.helm();
    var strict = configMap("web", "{{ required \"say who\" .Values.tenant }}");
    var chart = pulled(helm, Map.of("web.yaml", strict));
    var all = new ArrayList<Rendering>();
    for (var at = 0; at < 16; at++) {
      all.add(rendering(chart, at == 5 ? "{}" : "tenant: t" + at));
    }

    var answers = helm.upgrades(all);

    for (var at = 0; at < all.size(); at++) {
      if (at == 5) {
        assertThat(answers.get(at))
            .isInstanceOfSatisfying(
                Answer.Refused.class,
                one -> assertThat(one.refusal().cause()).isEqualTo(Cause.TEMPLATE_BROKEN));
      } else {
        assertThat(answers.get(at).require()).contains("shown: t" + at);
      }
    }
    assertThat(helm.renders().processes()).isLessThan(16);
  }

  @Test
  void whatTellsThatItIsNotAloneIsRenderedAlone() throws IOException {
    var helm = (HelmProgram) workshop.helm();
    var chart =
        pulled(helm, Map.of("web.yaml", configMap("web", "{{ .Values | toJson | quote }}")));

    var answers =
        helm.upgrades(
            List.of(
                rendering(chart, "{a: 1}"),
                rendering(chart, "{a: 2}"),
                rendering(chart, "{a: 3}")));

    assertThat(answers.getLast().require()).contains("shown: \"{\\\"a\\\":3}\"");
    assertThat(helm.renders().processes()).isEqualTo(4);
  }

  @Test
  void chartsThatAskTheClusterOrTheirHistoryDoNotRenderAnywhere() throws IOException {
    var helm = workshop.helm();
    for (var asks :
        List.of(
            "{{ len (lookup \"v1\" \"Namespace\" \"\" \"\") }}",
            "{{ .Capabilities.APIVersions.Has \"v1\" }}",
            "{{ .Release.Revision }}",
            "{{ .Chart.IsRoot }}")) {
      var chart = pulled(helm, Map.of("web.yaml", configMap("web", asks)));
      assertThat(helm.rendersAnywhere(chart)).as(asks).isFalse();
    }
  }

  /** Helm reads tags at the top of the values and nowhere else. */
  @Test
  void chartWhosePartsAreSwitchedByTagsIsRenderedAlone() throws IOException {
    var helm = (HelmProgram) workshop.helm();
    var meta =
        """
        apiVersion: v2
        name: web
        version: 1.0.0
        dependencies:
          - name: below
            version: 1.0.0
            tags: [extra]
        """;
    var chart =
        pulled(
            helm,
            Map.of(
                "/Chart.yaml",
                meta,
                "web.yaml",
                configMap("web", "{{ .Values.a }}"),
                "/charts/below/Chart.yaml",
                "apiVersion: v2\nname: below\nversion: 1.0.0\n",
                "/charts/below/templates/deep.yaml",
                configMap("deep", "x")));
    var all = new ArrayList<Rendering>();
    for (var at = 0; at < 4; at++) {
      all.add(rendering(chart, "{a: %d, tags: {extra: %b}}".formatted(at, at != 2)));
    }

    var answers = helm.upgrades(all);

    assertThat(answers.get(2).require()).contains("shown: 2").doesNotContain("name: deep");
    assertThat(answers.get(3).require()).contains("shown: 3", "name: deep");
    assertThat(helm.rendersAnywhere(chart)).isTrue();
  }

  /** Taking a chart's own value away means something else below another chart. */
  @Test
  void valuesThatTakeSomethingAwayAreRenderedAlone() throws IOException {
    var helm = (HelmProgram) workshop.helm();
    var chart =
        pulled(
            helm,
            Map.of(
                "web.yaml",
                configMap("web", "\"{{ .Values.a }}{{ hasKey .Values \"b\" }}\""),
                "/values.yaml",
                "b: there\n"));
    var all = new ArrayList<Rendering>();
    for (var at = 0; at < 4; at++) {
      all.add(rendering(chart, "{a: %d, b: %s}".formatted(at, at == 2 ? "null" : "x")));
    }

    var answers = helm.upgrades(all);

    assertThat(answers.get(2).require()).contains("shown: \"2false\"");
    assertThat(answers.get(3).require()).contains("shown: \"3true\"");
    assertThat(helm.renders().processes()).isEqualTo(3);
  }

  private LocalChart pulled(Helm helm, Map<String, String> files) throws IOException {
    var packed = workshop.pack(workshop.chart("web", "1.0.0", files));
    return helm.pull(Chart.of(new ChartSource.Archive(packed)), PATIENT).require();
  }

  private static Rendering rendering(LocalChart chart, String values) throws IOException {
    return new Rendering(WEB, chart, Workshop.yaml(values), "1.36.3", List.of(), PATIENT);
  }
}
