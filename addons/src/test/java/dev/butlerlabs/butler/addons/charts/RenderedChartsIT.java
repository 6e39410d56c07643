package dev.butlerlabs.butler.addons.charts;

import static dev.butlerlabs.butler.addons.charts.Carrier.CONTROLLER;
import static dev.butlerlabs.butler.addons.charts.Carrier.DISKS;
import static dev.butlerlabs.butler.addons.charts.Rendered.each;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.helm.Answer;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.Workshop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the real Helm makes of the charts we carry. */
class RenderedChartsIT {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "1.35.4, v35.0.8, {}",
    "1.36.3, v36.2.4, {}",
    "1.37.0, v36.2.4, {}",
    "1.36.3, v9, '{image: {tag: v9}}'",
  })
  void imageIsThatForTheMinorOfTheCluster(String kubernetes, String tag, String values)
      throws IOException {
    var rendered = answer(CONTROLLER, values, kubernetes).require();

    assertThat(Rendered.of(rendered).images())
        .containsExactly("registry.k8s.io/cloud-provider-gcp/cloud-controller-manager:" + tag);
  }

  @Test
  void clusterThatIsTooOldAndValueOfTheWrongTypeAreRefusedByName() throws IOException {
    assertThat(told(answer(CONTROLLER, "{}", "1.34.2"))).contains("1.34.2", ">= 1.35");
    assertThat(told(answer(CONTROLLER, "{replicas: many}", "1.36.3"))).contains("replicas");
    assertThat(told(answer(DISKS, "{storageClass: {default: maybe}}", "1.36.3")))
        .contains("storageClass/default");
  }

  @Test
  void controllerIsReadyForAWorkerWithoutANetwork() throws IOException {
    var rendered =
        carrier()
            .rendered(
                CONTROLLER,
                "{clusterName: web-1a2b, apiServer: {host: api.example.com, port: 6443}}");
    var pod = rendered.pods().findFirst().orElseThrow().path("spec");

    assertThat(rendered.arguments("controller"))
        .contains(
            "--cloud-provider=gce",
            "--cloud-config=/etc/kubernetes/gce.conf",
            "--cluster-name=web-1a2b",
            "--allocate-node-cidrs=false",
            "--configure-cloud-routes=false",
            "--leader-elect=true",
            "--leader-elect-resource-namespace=kube-system");
    assertThat(pod.path("hostNetwork").asBoolean()).isTrue();
    assertThat(each(pod.path("tolerations")).map(JsonNode::toString))
        .contains("{\"effect\":\"NoSchedule\",\"operator\":\"Exists\"}");
    assertThat(each(pod.at("/containers/0/env")).map(JsonNode::toString))
        .containsExactly(
            "{\"name\":\"KUBERNETES_SERVICE_HOST\",\"value\":\"api.example.com\"}",
            "{\"name\":\"KUBERNETES_SERVICE_PORT\",\"value\":\"6443\"}");
  }

  @Test
  void classOfDisksIsTheDefaultUnlessAnotherIs() throws IOException {
    var usual = carrier().rendered(DISKS, "{}");
    var beside = carrier().rendered(DISKS, "{storageClass: {default: false}}");
    var without = carrier().rendered(DISKS, "{storageClass: {create: false}}");

    assertThat(defaults(usual)).containsExactly("true");
    assertThat(defaults(beside)).containsExactly("false");
    assertThat(defaults(without)).isEmpty();
    assertThat(usual.kinds("StorageClass").map(one -> one.path("provisioner").asText()))
        .containsExactlyElementsOf(
            usual.kinds("CSIDriver").map(one -> one.at("/metadata/name").asText()).toList());
  }

  @Test
  void mirrorTakesThePlaceOfTheRegistry() throws IOException {
    assertThat(
            Stream.concat(
                carrier()
                    .rendered(CONTROLLER, "{image: {registry: mirror.example.com}}")
                    .images()
                    .stream(),
                carrier()
                    .rendered(DISKS, "{images: {registry: mirror.example.com}}")
                    .images()
                    .stream()))
        .hasSize(7)
        .allMatch(image -> image.startsWith("mirror.example.com/"))
        .allMatch(image -> image.matches(".*:v[0-9.]+"));
  }

  @ParameterizedTest
  @ValueSource(strings = {CONTROLLER, DISKS})
  void rightsAreNamedOneByOneAndNoCredentialIsBrought(String chart) throws IOException {
    var rendered = carrier().rendered(chart, "{}");

    assertThat(rendered.kinds("Secret", "ConfigMap")).isEmpty();
    assertThat(rendered.rules())
        .isNotEmpty()
        .allSatisfy(
            rule -> {
              assertThat(
                      Stream.of("apiGroups", "resources", "verbs")
                          .flatMap(list -> each(rule.path(list)))
                          .map(JsonNode::asText))
                  .doesNotContain("*", "escalate", "bind", "impersonate", "deletecollection");
              assertThat(each(rule.path("resources")).map(JsonNode::asText))
                  .doesNotContain("secrets", "serviceaccounts/token", "pods/exec");
            });
    assertThat(rendered.kinds("RoleBinding", "ClusterRoleBinding"))
        .flatExtracting(one -> each(one.path("subjects")).toList())
        .allSatisfy(one -> assertThat(one.path("name").asText()).startsWith(chart));
    assertThat(rendered.yaml()).doesNotContain("GOOGLE_APPLICATION_CREDENTIALS");
  }

  private static List<String> defaults(Rendered rendered) {
    return rendered
        .kinds("StorageClass")
        .map(
            one ->
                one.at("/metadata/annotations")
                    .path("storageclass.kubernetes.io/is-default-class")
                    .asText())
        .toList();
  }

  private static String told(Answer<String> answer) {
    assertThat(answer).isInstanceOf(Answer.Refused.class);
    return ((Answer.Refused<String>) answer).refusal().sentence();
  }

  private Answer<String> answer(String chart, String values, String kubernetes) throws IOException {
    var release = new ReleaseKey("kube-system", chart);
    return carrier().answer(carrier().fetched(chart, "1.1.0"), release, values, kubernetes);
  }

  private Carrier carrier() {
    return new Carrier(Workshop.in(folder));
  }
}
