package dev.butlerlabs.butler.addons.platform.plan;

import static dev.butlerlabs.butler.addons.platform.plan.Questions.CATALOG;
import static dev.butlerlabs.butler.addons.platform.plan.Questions.NONE;
import static dev.butlerlabs.butler.addons.platform.plan.Questions.choose;
import static dev.butlerlabs.butler.addons.platform.plan.Questions.find;
import static dev.butlerlabs.butler.addons.platform.plan.Questions.question;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.AddonVersions;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChoosingTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PROXMOX   | {}                            | cilium metallb cert-manager traefik metrics-server",
        "NUTANIX   | {}                            | cilium metallb cert-manager traefik metrics-server",
        "HARVESTER | {}                            | cilium metallb cert-manager traefik metrics-server",
        "PROXMOX   | {certManager: {enabled: false}} | cilium metallb traefik metrics-server",
        "PROXMOX   | {ingress: {enabled: false}}   | cilium metallb cert-manager metrics-server",
        "PROXMOX   | {metricsServer: {enabled: false}} | cilium metallb cert-manager traefik",
        "PROXMOX   | {storage: {}}                 | cilium metallb cert-manager longhorn traefik metrics-server",
        "PROXMOX   | {gitops: {provider: argocd}}  | cilium metallb cert-manager traefik metrics-server argocd",
        "AWS       | {}                            | cilium aws-cloud-controller-manager aws-csi-driver cert-manager traefik metrics-server",
        "AWS       | {storage: {provider: longhorn}} | cilium aws-cloud-controller-manager aws-csi-driver cert-manager longhorn traefik metrics-server",
        "AZURE     | {}                            | cilium azure-cloud-controller-manager azure-csi-driver cert-manager traefik metrics-server",
        "GCP       | {}                            | cilium gcp-cloud-controller-manager gcp-csi-driver cert-manager traefik metrics-server",
        "LOCAL     | {}                            | ''",
        "LOCAL     | {cni: {}, certManager: {}}    | cilium cert-manager",
        "LOCAL     | {loadBalancer: {}}            | cilium metallb",
        "LOCAL     | {certManager: {enabled: false}, gitops: {}} | flux",
      })
  void point8_addonsAreChosenByPlatformAndManifest(
      ProviderType provider, String addons, String chosen) {
    assertThat(names(choose(provider, addons))).isEqualTo(chosen);
  }

  @Test
  void point3_metricsServerComesWithClustersAndCanBeSet() {
    var entry =
        find(
            choose(ProviderType.PROXMOX, "{metricsServer: {version: 3.12.1, values: {a: 1}}}"),
            "metrics-server");

    assertThat(entry.version()).isEqualTo("3.12.1");
    assertThat(String.valueOf(entry.values())).isEqualTo("{\"a\":1}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PROXMOX | addons: {storage: {provider: linstor}} | spec.addons.storage: there is no AddonDefinition linstor",
        "PROXMOX | addons: {ingress: {provider: nginx}}   | spec.addons.ingress: there is no AddonDefinition nginx",
        "PROXMOX | 'addons: {gitops: {repository: {url: \"https://git.example.com/x\"}}}' | spec.addons.gitops.repository: the engine is installed",
        "AWS     | addons: {loadBalancer: {}}             | spec.addons.loadBalancer: on aws load balancers come from the cloud",
        "GCP     | addons: {loadBalancer: {}}             | spec.addons.loadBalancer: on gcp load balancers come from the cloud",
      })
  void point4_optionThatCannotBeHonouredIsRefusedWithItsField(
      ProviderType provider, String spec, String sentence) {
    var choice = Choosing.of(question(provider, spec, NONE, Map.of()));

    assertThat(choice.refused())
        .singleElement()
        .extracting(Problem::sentence)
        .asString()
        .startsWith(sentence)
        .endsWith(")");
    assertThat(names(choice)).startsWith("cilium");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "managementPolicy: {mode: GitOps}                                       | flux",
        "'managementPolicy: {mode: GitOps}\naddons: {gitops: {provider: argocd}}' | argocd",
        "managementPolicy: {mode: Observe}                                      | ''",
      })
  void point4_clusterThatIsLeftToGitGetsAnEngine(String spec, String engine) {
    var choice = Choosing.of(question(ProviderType.LOCAL, spec, NONE, Map.of()));

    assertThat(names(choice)).isEqualTo(engine);
    assertThat(choice.refused()).isEmpty();
  }

  @Test
  void point4_valuesOfTheManifestLieOverThoseOfThePlatform() {
    var entry =
        find(
            choose(
                ProviderType.PROXMOX,
                "{cni: {values: {k8sServicePort: 7, hubble: {enabled: false}}}}"),
            "cilium");

    assertThat(String.valueOf(entry.values()))
        .isEqualTo(
            "{\"k8sServiceHost\":\"10.0.0.9\",\"k8sServicePort\":7,\"hubble\":{\"enabled\":false}}");
  }

  @Test
  void point4_providerThatTheCatalogHasByNowIsServed() {
    var more = new java.util.HashMap<>(CATALOG);
    more.put("linstor", CATALOG.get("longhorn"));

    var choice = choose(ProviderType.PROXMOX, "addons: {storage: {provider: linstor}}", more);

    assertThat(choice.refused()).isEmpty();
    assertThat(names(choice)).contains("linstor");
  }

  @Test
  void point8_cloudWhoseControllerTheCatalogLacksIsTold() {
    var catalog = new java.util.HashMap<>(CATALOG);
    catalog.remove("gcp-cloud-controller-manager");
    catalog.remove("gcp-csi-driver");
    var gcp = choose(ProviderType.GCP, "addons: {}", catalog);
    var without = choose(ProviderType.GCP, "controlPlane: {externalCloudProvider: false}", catalog);

    assertThat(gcp.lacking())
        .singleElement()
        .extracting(Problem::sentence)
        .asString()
        .contains("there is no AddonDefinition gcp-cloud-controller-manager");
    assertThat(Problem.list(gcp.refused()))
        .contains("spec.addons.storage: there is no AddonDefinition gcp-csi-driver");
    assertThat(without.lacking()).isEmpty();
  }

  @Test
  void point8_googleCloudLacksNothingAndIsToldItsNameAndWhereTheApiServerIs() {
    var choice = choose(ProviderType.GCP, "{}");
    var without =
        Choosing.of(
            question(
                ProviderType.GCP, "controlPlane: {externalCloudProvider: false}", NONE, Map.of()));

    assertThat(choice.lacking()).isEmpty();
    assertThat(choice.refused()).isEmpty();
    assertThat(find(choice, "gcp-cloud-controller-manager"))
        .satisfies(
            entry -> {
              assertThat(entry.vital()).isTrue();
              assertThat(entry.needs()).isEmpty();
              assertThat(String.valueOf(entry.values()))
                  .isEqualTo(
                      "{\"clusterName\":\"web-1a2b\",\"apiServer\":{\"host\":\"10.0.0.9\",\"port\":6443}}");
            });
    assertThat(find(choice, "gcp-csi-driver").needs())
        .containsExactly("cilium", "gcp-cloud-controller-manager");
    assertThat(names(without)).doesNotContain("gcp-cloud-controller-manager");
  }

  @Test
  void disksOfGoogleCloudAreNotTheDefaultBesideAnOrderedStorage() {
    var beside = choose(ProviderType.GCP, "{storage: {provider: longhorn}}");

    assertThat(find(choose(ProviderType.GCP, "{}"), "gcp-csi-driver").values()).isNull();
    assertThat(String.valueOf(find(beside, "gcp-csi-driver").values()))
        .isEqualTo("{\"storageClass\":{\"default\":false}}");
  }

  @Test
  void point9_versionIsThatOfTheManifestThenThePlatformThenWhatIsThereThenTheCatalog() {
    var platform = new AddonVersions("1.16.5", null, null, null, null, null);
    var pinned = Map.of("cilium", "1.15.11");

    assertThat(cilium("addons: {cni: {version: 1.16.4}}", platform, pinned).version())
        .isEqualTo("1.16.4");
    assertThat(cilium("{}", platform, pinned).version()).isEqualTo("1.16.5");
    assertThat(cilium("{}", NONE, pinned))
        .extracting(Entry::version, Entry::offered)
        .containsExactly("1.15.11", "1.17.0");
    assertThat(cilium("{}", NONE, Map.of()))
        .extracting(Entry::version, Entry::offered)
        .containsExactly("1.17.0", "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "addons: {cni: {version: 7.7.7}} | ''     | 1.16.5  | 1.16.5 | spec.addons.cni.version",
        "addons: {cni: {version: 7.7.7}} | ''     | ''      | 1.17.0 | spec.addons.cni.version",
        "addons: {cni: {version: 7.7.7}} | 1.16.4 | 1.16.5  | 1.16.5 | spec.addons.cni.version",
        "{}                              | 7.7.7  | 1.16.5  | 1.16.5 | ButlerConfig spec.defaultAddonVersions",
        "addons: {cni: {version: 7.7.7}} | ''     | 7.7.7   | 7.7.7  | ''",
        "{}                              | 7.7.7  | 7.7.7   | 7.7.7  | ''",
      })
  void point29_versionThatTheCatalogDoesNotOfferIsToldAndWhatIsThereStays(
      String spec, String usual, String pinned, String version, String field) {
    var choice =
        Choosing.of(
            strict(
                question(
                    ProviderType.PROXMOX,
                    spec,
                    new AddonVersions(usual, null, null, null, null, null),
                    pinned.isEmpty() ? Map.of() : Map.of("cilium", pinned))));

    assertThat(find(choice, "cilium").version()).isEqualTo(version);
    assertThat(choice.refused().stream().map(Problem::subject).collect(Collectors.joining()))
        .isEqualTo(field);
    if (!field.isEmpty()) {
      assertThat(Problem.list(choice.refused()))
          .contains("cilium is not offered in version 7.7.7, but in 1.17.0, 1.16.5, ");
    }
  }

  @Test
  void point23_networkThatServesServicesIsToldWhereTheApiServerIs() {
    assertThat(String.valueOf(cilium("{}", NONE, Map.of()).values()))
        .isEqualTo("{\"k8sServiceHost\":\"10.0.0.9\",\"k8sServicePort\":6443}");
    assertThat(
            String.valueOf(
                cilium("addons: {cni: {values: {kubeProxyReplacement: false}}}", NONE, Map.of())
                    .values()))
        .isEqualTo("{\"kubeProxyReplacement\":false}");
  }

  @Test
  void theNetworkComesFirstAndTheLoadBalancerBeforeTheIngress() {
    var choice = choose(ProviderType.PROXMOX, "{}");

    assertThat(find(choice, "cilium").needs()).isEmpty();
    assertThat(find(choice, "cert-manager").needs()).containsExactly("cilium");
    assertThat(find(choice, "metallb").needs()).containsExactly("cilium");
    assertThat(find(choice, "traefik").needs()).containsExactly("cilium", "metallb");
  }

  @Test
  void theCloudControllerWaitsForNobodyAndOthersWaitForIt() {
    var choice = choose(ProviderType.AWS, "{}");

    assertThat(find(choice, "aws-cloud-controller-manager").needs()).isEmpty();
    assertThat(find(choice, "traefik").needs())
        .containsExactly("cilium", "aws-cloud-controller-manager");
  }

  @Test
  void azureTagsWhatItMakesWithANameThatNoOtherClusterHas() {
    var choice = choose(ProviderType.AZURE, "{}");

    assertThat(String.valueOf(find(choice, "azure-cloud-controller-manager").values()))
        .isEqualTo("{\"infra\":{\"clusterName\":\"web-1a2b\"}}");
    assertThat(find(choose(ProviderType.AWS, "{}"), "aws-cloud-controller-manager").values())
        .isNull();
  }

  @Test
  void versionThatABuiltInDefinitionDoesNotListIsHonoured() {
    assertThat(cilium("addons: {cni: {version: 7.7.7}}", NONE, Map.of()).version())
        .isEqualTo("7.7.7");
  }

  /** The same where Cilium's definition says that it lists all versions there are. */
  private static Question strict(Question asked) {
    ObjectNode cilium = WireFormat.mapper().valueToTree(CATALOG.get("cilium"));
    ((ObjectNode) cilium.path("chart")).put("onlyAvailableVersions", true);
    var catalog = new java.util.HashMap<>(CATALOG);
    catalog.put("cilium", WireFormat.mapper().convertValue(cilium, AddonDefinitionSpec.class));
    return new Question(
        asked.spec(),
        asked.provider(),
        asked.endpoint(),
        asked.platformName(),
        asked.versions(),
        asked.pinned(),
        catalog,
        asked.defaults(),
        asked.ordered(),
        asked.care());
  }

  private static Entry cilium(String spec, AddonVersions versions, Map<String, String> pinned) {
    return find(Choosing.of(question(ProviderType.PROXMOX, spec, versions, pinned)), "cilium");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LOCAL   | {}                              | metrics-server,nats | metrics-server | nats",
        "LOCAL   | {metricsServer: {enabled: false}} | metrics-server    | ''             | ''",
        "LOCAL   | {gitops: {}}                    | flux,argocd         | flux           | argocd",
        "LOCAL   | {storage: {provider: longhorn}} | longhorn,traefik    | longhorn traefik | ''",
        "PROXMOX | {ingress: {enabled: false}}     | cilium,traefik,cert-manager | cilium metallb cert-manager metrics-server | ''",
      })
  void point4_teamsDefaultAddonsAreHonouredAndTheManifestHasTheLastWord(
      ProviderType provider, String addons, String defaults, String chosen, String gifts) {
    var choice = given(provider, addons, Set.of(), defaults.split(","));

    assertThat(names(choice)).isEqualTo(chosen);
    assertThat(String.join(" ", choice.gifts())).isEqualTo(gifts);
    assertThat(choice.refused()).isEmpty();
  }

  @Test
  void point4_defaultAddonThatCannotBeHadIsTold() {
    var choice = given(ProviderType.LOCAL, "{}", Set.of(), "natss", "aws-csi-driver", "nats");

    assertThat(choice.gifts()).containsExactly("nats");
    assertThat(Problem.list(choice.refused()))
        .contains(
            "clusterDefaults.defaultAddons of the team: there is no AddonDefinition natss (did you"
                + " mean nats?)",
            "aws-csi-driver comes with clusters that need it");
  }

  @Test
  void defaultAddonIsGivenOnce() {
    assertThat(given(ProviderType.LOCAL, "{}", Set.of("nats"), "nats", "redis").gifts())
        .containsExactly("redis");
  }

  private static Choice given(
      ProviderType provider, String addons, Set<String> ordered, String... defaults) {
    var asked = question(provider, "addons: " + addons, NONE, Map.of());
    return Choosing.of(
        new Question(
            asked.spec(),
            provider,
            asked.endpoint(),
            asked.platformName(),
            NONE,
            Map.of(),
            CATALOG,
            List.of(defaults),
            ordered,
            Care.unsaid()));
  }

  private static String names(Choice choice) {
    return choice.entries().stream().map(Entry::definition).collect(Collectors.joining(" "));
  }
}
