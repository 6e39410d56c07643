package dev.butlerlabs.butler.addons.helm;

import static dev.butlerlabs.butler.addons.helm.Workshop.PATIENT;
import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Place;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Charts rendered by the real program, and what is said of those that cannot be. */
class RenderingIT {

  private static final ReleaseKey WEB = new ReleaseKey("shop", "web");

  @TempDir Path folder;
  private Workshop workshop = new Workshop(Path.of("/"), Path.of("/"));

  @BeforeEach
  void open() {
    workshop = Workshop.in(folder);
  }

  @Test
  void valuesReachTheTemplatesAndTheClusterIsTheOneDescribed() throws IOException {
    var template =
        configMap(
            "web",
            "\"{{ .Values.a.b }} {{ .Release.Namespace }} {{ .Capabilities.KubeVersion }}"
                + " {{ .Capabilities.APIVersions.Has \"example.com/v1/Gate\" }}\"");
    var chart = workshop.chart("web", "1.0.0", Map.of("web.yaml", template));

    var text = render(chart, "a: {b: here}").require();

    assertThat(Workshop.yaml(text).at("/data/shown").asText()).isEqualTo("here shop v1.36.3 true");
    assertThat(workshop.settings().work()).isEmptyDirectory();
  }

  @Test
  void templateThatLooksForObjectsFindsNone() throws IOException {
    var template = configMap("web", "\"{{ len (lookup \"v1\" \"Namespace\" \"\" \"\") }} found\"");
    var chart = workshop.chart("web", "1.0.0", Map.of("web.yaml", template));

    assertThat(Workshop.yaml(render(chart, "{}").require()).at("/data/shown").asText())
        .isEqualTo("0 found");
  }

  @Test
  void templateThatCannotBeParsedIsToldByFileAndLine() throws IOException {
    var refusal =
        refused("{}", "broken.yaml", "apiVersion: v1\nkind: ConfigMap\n{{ if }}\n{{ end }}\n");

    assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.TEMPLATE_BROKEN);
    assertThat(refusal.place()).isEqualTo(new Place("web/templates/broken.yaml", 3));
    assertThat(refusal.sentence())
        .startsWith("rendering release shop/web failed at web/templates/broken.yaml line 3: ");
  }

  @Test
  void templateThatRefusesItsValuesIsToldByFileAndLine() throws IOException {
    var refusal =
        refused("{}", "strict.yaml", "a: b\n\n{{ required \"say who owns it\" .Values.owner }}\n");

    assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.TEMPLATE_BROKEN);
    assertThat(refusal.place()).isEqualTo(new Place("web/templates/strict.yaml", 3));
    assertThat(refusal.trouble()).contains("say who owns it");
  }

  @Test
  void templateThatRendersNoYamlIsToldByFileAndLine() throws IOException {
    var refusal = refused("{}", "odd.yaml", "apiVersion: v1\nkind: ConfigMap\n  data: [\n");

    assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.TEMPLATE_BROKEN);
    assertThat(refusal.place()).isNotNull();
    assertThat(String.valueOf(refusal.place())).startsWith("web/templates/odd.yaml line ");
  }

  @Test
  void valuesOfTheWrongTypeAreToldBySchema() throws IOException {
    var chart =
        workshop.chart(
            "web",
            "1.0.0",
            Map.of(
                "web.yaml",
                configMap("web", "x"),
                "/values.schema.json",
                """
                {"type": "object", "properties": {"replicas": {"type": "integer"}}}
                """));

    var refusal = refusal(render(chart, "replicas: many"));

    assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.VALUES_WRONG);
    assertThat(refusal.trouble()).contains("replicas");
  }

  @Test
  void valuesOfTheWrongTypeAreToldByTheTemplateThatReadsThem() throws IOException {
    var refusal = refused("image: nginx", "deep.yaml", "a: b\nc: {{ .Values.image.tag }}\n");

    assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.VALUES_WRONG);
    assertThat(refusal.place()).isEqualTo(new Place("web/templates/deep.yaml", 2));
  }

  @Test
  void point28_chartThatPrintsAPasswordTellsNone() throws IOException {
    var refusal =
        refused(
            "{password: canary-9b1c, host: db.example.com}",
            "leak.yaml",
            "{{ fail (printf \"cannot log in at %s with %s\" .Values.host .Values.password) }}");

    assertThat(refusal.sentence()).contains("db.example.com with ****").doesNotContain("canary");
  }

  @Test
  void folderThatIsNoChartIsTold() throws IOException {
    var chart = workshop.chart("web", "not.a.version", Map.of("web.yaml", "a: b\n"));

    var refusal = refusal(render(chart, "{}"));

    assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.CHART_BROKEN);
  }

  @Test
  void chartOfRealisticSizeIsRendered() throws IOException {
    var files = new java.util.HashMap<String, String>();
    for (var i = 0; i < 400; i++) {
      files.put("part-%03d.yaml".formatted(i), configMap("part-" + i, "{{ .Values.a }}"));
    }
    var chart = workshop.chart("big", "1.0.0", files);

    var text = render(chart, "a: here").require();

    assertThat(text.split("\nkind: ConfigMap\n", -1)).hasSize(401);
  }

  @Test
  void unchangedInputsAreRenderedOnceAndOthersAnew() throws IOException {
    var template = configMap("web", "\"{{ .Values.a }} {{ randAlphaNum 20 }}\"");
    var packed = workshop.pack(workshop.chart("web", "1.0.0", Map.of("web.yaml", template)));
    var helm = (HelmProgram) workshop.helm();
    var chart = helm.pull(Chart.of(new ChartSource.Archive(packed)), PATIENT).require();

    var first = helm.template(rendering(chart, "a: one")).require();
    var again = helm.template(rendering(chart, "a: one")).require();
    var other = helm.template(rendering(chart, "a: two")).require();

    assertThat(again).isEqualTo(first);
    assertThat(other).contains("two ");
    assertThat(helm.renders())
        .extracting(RenderCount::rendered, RenderCount::processes, RenderCount::answered)
        .containsExactly(2L, 2L, 1L);
    assertThat(helm.renders().kept()).isPositive();
  }

  @Test
  void whatCouldNotBeRenderedIsTriedAgain() throws IOException {
    var template = "{{ fail \"not today\" }}";
    var packed = workshop.pack(workshop.chart("web", "1.0.0", Map.of("web.yaml", template)));
    var helm = (HelmProgram) workshop.helm();
    var chart = helm.pull(Chart.of(new ChartSource.Archive(packed)), PATIENT).require();

    assertThat(helm.template(rendering(chart, "{}"))).isInstanceOf(Answer.Refused.class);
    assertThat(helm.template(rendering(chart, "{}"))).isInstanceOf(Answer.Refused.class);

    assertThat(helm.renders().processes()).isEqualTo(2);
  }

  private Refusal refused(String values, String file, String template) throws IOException {
    var chart = workshop.chart("web", "1.0.0", Map.of(file, template));
    return refusal(render(chart, values));
  }

  private static Refusal refusal(Answer<String> answer) {
    assertThat(answer).isInstanceOf(Answer.Refused.class);
    return ((Answer.Refused<String>) answer).refusal();
  }

  private Answer<String> render(Path chart, String values) throws IOException {
    return workshop.helm().template(rendering(workshop.local(chart), values));
  }

  private static Rendering rendering(LocalChart chart, String values) throws IOException {
    return new Rendering(
        WEB, chart, Workshop.yaml(values), "1.36.3", List.of("example.com/v1/Gate"), PATIENT);
  }
}
