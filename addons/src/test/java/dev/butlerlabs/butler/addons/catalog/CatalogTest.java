package dev.butlerlabs.butler.addons.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.catalog.plan.DefinitionRules;
import dev.butlerlabs.butler.addons.catalog.plan.SourcePolicy;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.PodSecurity;
import dev.butlerlabs.butler.api.addons.AddonParameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogTest {

  private static final Path PAGE = Path.of("../docs/reference/addons.md");

  private final List<AddonDefinition> catalog = Catalog.builtin();

  @Test
  void allAreThere() {
    assertThat(catalog.stream().map(CatalogTest::name))
        .containsExactly(
            "cilium",
            "metallb",
            "cert-manager",
            "longhorn",
            "traefik",
            "metrics-server",
            "aws-cloud-controller-manager",
            "aws-csi-driver",
            "azure-cloud-controller-manager",
            "azure-csi-driver",
            "gcp-cloud-controller-manager",
            "gcp-csi-driver",
            "prometheus-operator",
            "vector-agent",
            "victoria-metrics",
            "victoria-logs",
            "loki",
            "tempo",
            "jaeger",
            "otel-collector",
            "velero",
            "flux",
            "argocd",
            "external-secrets",
            "sealed-secrets",
            "external-dns",
            "istio",
            "linkerd",
            "cnpg",
            "redis",
            "nats",
            "rabbitmq");
    assertThat(catalog).allMatch(AddonDefinition::builtin);
  }

  @Test
  void everyFileIsListed() throws IOException {
    try (var files = Files.list(Path.of("src/main/resources/catalog"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              java.util.stream.Stream.concat(
                      java.util.stream.Stream.of("index"),
                      catalog.stream().map(one -> name(one) + ".yaml"))
                  .toList());
    }
  }

  @Test
  void everyEntryObeysTheRulesOfUsersEntries() {
    for (var entry : catalog) {
      var others = specs();
      others.remove(name(entry));

      assertThat(
              DefinitionRules.check(
                  name(entry), entry.getSpec(), others, SourcePolicy.everything()))
          .as(name(entry))
          .isEmpty();
      assertThat(DefinitionRules.absent(name(entry), entry.getSpec(), others))
          .as(name(entry))
          .isEmpty();
    }
  }

  @Test
  void everyEntryIsLabelledByItsCategoryAndOffersItsDefault() {
    assertThat(catalog)
        .allSatisfy(
            entry -> {
              var spec = entry.getSpec();
              assertThat(entry.getMetadata().getLabels())
                  .containsEntry(
                      "butler.butlerlabs.dev/category",
                      spec.category() == AddonDefinitionSpec.Category.SERVICE_MESH
                          ? "service-mesh"
                          : spec.category().name().toLowerCase(Locale.ROOT).replace("_", ""));
              assertThat(spec.chart().availableVersions()).contains(spec.chart().defaultVersion());
              assertThat(spec.chart().repository()).matches("https://.*|manager://charts");
              assertThat(spec.links()).isNotNull();
            });
  }

  @Test
  void point3_metricsServerIsAPlatformAddonOfTheCatalog() {
    assertThat(catalog.stream().filter(one -> one.getSpec().essential()).map(CatalogTest::name))
        .containsExactly(
            "cilium",
            "metallb",
            "cert-manager",
            "longhorn",
            "traefik",
            "metrics-server",
            "aws-cloud-controller-manager",
            "aws-csi-driver",
            "azure-cloud-controller-manager",
            "azure-csi-driver",
            "gcp-cloud-controller-manager",
            "gcp-csi-driver");
  }

  @Test
  void point24_privilegedNamespacesAreTheExceptionAndNamed() {
    assertThat(names(one -> one.getSpec().effectivePodSecurity() == PodSecurity.PRIVILEGED))
        .containsExactlyInAnyOrder(
            "cilium",
            "metallb",
            "longhorn",
            "aws-cloud-controller-manager",
            "aws-csi-driver",
            "azure-cloud-controller-manager",
            "azure-csi-driver",
            "gcp-cloud-controller-manager",
            "gcp-csi-driver",
            "prometheus-operator",
            "vector-agent",
            "victoria-metrics",
            "loki",
            "otel-collector",
            "linkerd");
  }

  @Test
  void point25_noEntryBringsAPasswordAnOpenDoorOrPlainTraffic() {
    for (var entry : catalog) {
      var defaults = entry.getSpec().defaults();
      var values = defaults == null ? null : defaults.values();
      if (values != null) {
        walk(name(entry), values);
      }
    }
  }

  /** What these charts do by themselves is a known password, or a door to the outside. */
  @ParameterizedTest
  @CsvSource({
    "prometheus-operator, /grafana/adminPassword, ''",
    "redis, /auth/enabled, true",
    "argocd, /server/service/type, ClusterIP",
    "jaeger, /provisionDataStore/cassandra, false",
    "jaeger, /storage/type, memory",
  })
  void point25_whatAChartBringsByItselfIsSetOtherwise(String entry, String path, String value) {
    var defaults = Objects.requireNonNull(specs().get(entry)).defaults();
    var values = Objects.requireNonNull(Objects.requireNonNull(defaults).values());

    assertThat(values.at(path).isMissingNode()).as(path).isFalse();
    assertThat(values.at(path).asText()).as(path).isEqualTo(value);
  }

  private static void walk(String path, JsonNode node) {
    for (var field : node.properties()) {
      var key = field.getKey().toLowerCase(Locale.ROOT);
      var below = path + "." + field.getKey();
      if (key.contains("password") || key.contains("token") || key.equals("secret")) {
        assertThat(field.getValue().asText()).as(below).isEmpty();
      }
      assertThat(key).as(below).isNotEqualTo("insecure");
      assertThat(field.getValue().asText()).as(below).isNotEqualTo("LoadBalancer");
      walk(below, field.getValue());
    }
  }

  @Test
  void point26_noPlaceholderReachesACluster() throws IOException {
    try (var files = Files.list(Path.of("src/main/resources/catalog"))) {
      for (var file : files.toList()) {
        assertThat(Files.readString(file))
            .as(file.toString())
            .doesNotContainIgnoringCase("placeholder")
            .doesNotContainIgnoringCase("changeme")
            .doesNotContain("CLUSTER_NAME", "REPLACE");
      }
    }
    assertThat(names(one -> one.getSpec().parameters().stream().anyMatch(AddonParameter::needed)))
        .containsExactlyInAnyOrder(
            "vector-agent", "otel-collector", "velero", "external-dns", "linkerd");
  }

  @Test
  void point27_whatIsMoreThanOneChartSaysSoAndOldSourcesAreMarked() {
    assertThat(names(one -> !one.getSpec().prerequisites().isEmpty()))
        .containsExactlyInAnyOrder("istio", "linkerd");
    assertThat(names(one -> one.getSpec().deprecated() != null))
        .containsExactlyInAnyOrder("loki", "redis", "rabbitmq");
  }

  @Test
  void point27_whatAsksForTheDefaultStorageIsHeldBackWithoutOne() {
    assertThat(names(one -> !one.getSpec().preflight().isEmpty()))
        .containsExactlyInAnyOrder("prometheus-operator", "loki");
    assertThat(catalog)
        .flatMap(one -> one.getSpec().preflight())
        .allSatisfy(
            rule -> {
              assertThat(rule.kind()).isEqualTo("StorageClass");
              assertThat(rule.onlyWithValue()).isNotNull();
              assertThat(rule.unlessValue()).endsWith("storageClassName");
            });
  }

  @Test
  void thePageIsMadeFromTheCatalog() throws IOException {
    assertThat(Files.readString(PAGE))
        .as("write this into %s:%n%s", PAGE, CatalogPage.of(catalog))
        .isEqualTo(CatalogPage.of(catalog));
  }

  private List<String> names(Predicate<AddonDefinition> which) {
    return catalog.stream().filter(which).map(CatalogTest::name).toList();
  }

  private Map<String, AddonDefinitionSpec> specs() {
    return catalog.stream().collect(Collectors.toMap(CatalogTest::name, AddonDefinition::getSpec));
  }

  private static String name(AddonDefinition entry) {
    return entry.getMetadata().getName();
  }
}
