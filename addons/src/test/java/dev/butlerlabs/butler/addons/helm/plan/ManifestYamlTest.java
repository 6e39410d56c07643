package dev.butlerlabs.butler.addons.helm.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ManifestYamlTest {

  @Test
  void wordsMeanWhatHelmTakesThemFor() {
    var read =
        ManifestYaml.objects(
            """
            mode: 0644
            hex: 0x1F
            on: yes
            date: 2026-03-01
            time: 12:30
            version: "1.10"
            float: 1.5
            nothing: ~
            8080: port
            """);

    assertThat(read)
        .singleElement()
        .hasToString(
            "{\"mode\":420,\"hex\":31,\"true\":true,\"date\":\"2026-03-01\",\"time\":\"12:30\","
                + "\"version\":\"1.10\",\"float\":1.5,\"nothing\":null,\"8080\":\"port\"}");
  }

  @Test
  void listsAreTakenApartAndEmptyDocumentsLeftOut() {
    var read =
        ManifestYaml.objects(
            """
            ---
            # Source: web/templates/a.yaml
            ---
            kind: List
            items: [{kind: ConfigMap}, {kind: Secret}]
            ---
            kind: Service
            """);

    assertThat(read)
        .extracting(one -> one.path("kind").asText())
        .containsExactly("ConfigMap", "Secret", "Service");
  }
}
