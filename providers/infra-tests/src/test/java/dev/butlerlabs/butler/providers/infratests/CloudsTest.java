package dev.butlerlabs.butler.providers.infratests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.providers.spi.infrastructure.CloudFile;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing.Drawn;
import dev.butlerlabs.butler.providers.spi.infrastructure.Gap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What workers on clouds need, beyond what a schema can say. */
class CloudsTest {

  @ParameterizedTest
  @CsvSource({
    "AWS, {{ ds.meta_data.local_hostname }}",
    "GCP, '{{ ds.meta_data.local_hostname.split(\".\")[0] }}'",
    "AZURE, '{{ ds.meta_data[\"local_hostname\"] }}'"
  })
  void nodesWaitForTheirCloudController(Platform platform, String name) {
    var drawn = drawn(platform, Edits.of(platform).platform(platform.full()));

    assertThat(drawn.nodes().kubeletArguments()).containsEntry("cloud-provider", "external");
    assertThat(drawn.nodes().name()).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({"GCP, /etc/kubernetes/gce.conf", "AZURE, /etc/kubernetes/azure.json"})
  void workersHoldWhatTheCloudsProgramsLookForAndNoSecret(Platform platform, String path) {
    var file = file(drawn(platform, Edits.of(platform).platform(platform.full())));

    assertThat(file.path()).isEqualTo(path);
    assertThat(file.content()).isNotBlank().doesNotContain(Platform.CANARY);
  }

  @ParameterizedTest
  @EnumSource(names = {"AWS", "GCP", "AZURE"})
  void missingNodeIdentityIsTold(Platform platform) {
    assertThat(Drawings.gaps(drawn(platform, Edits.of(platform)))).contains("NoNodeIdentity");
    assertThat(Drawings.gaps(drawn(platform, Edits.of(platform).platform(platform.full()))))
        .doesNotContain("NoNodeIdentity");
  }

  @ParameterizedTest
  @EnumSource(names = {"AWS", "GCP", "AZURE"})
  void nodeRangeIsToldToHaveNoPlace(Platform platform) {
    var drawn = drawn(platform, Edits.of(platform).addressing(Orders.ONE_RANGE));

    assertThat(drawn.gaps())
        .filteredOn(gap -> gap.reason() == Gap.Reason.NODE_RANGE_NOT_TAKEN)
        .singleElement()
        .extracting(gap -> gap.problem().subject())
        .isEqualTo("node range 10.40.0.10-10.40.0.29");
  }

  @Test
  void awsIdentityServesOneNamespaceAndItsSecretStandsWhereCapaLooks() {
    var drawn = drawn(Platform.AWS, Edits.of(Platform.AWS).secret(AWS_KEY));

    var identity = Drawings.object(drawn, "AWSClusterStaticIdentity");

    assertThat(identity.at("/spec/allowedNamespaces/list").toString())
        .isEqualTo("[\"team-a-demo\"]");
    assertThat(Drawings.object(drawn, "Secret").at("/metadata/namespace").asText())
        .isEqualTo("capa-system");
    assertThat(Drawings.object(drawn, "AWSCluster").at("/spec/identityRef/kind").asText())
        .isEqualTo("AWSClusterStaticIdentity");
  }

  @Test
  void awsRoleIsTakenOnFromTheAccessKey() {
    var drawn = drawn(Platform.AWS, Edits.of(Platform.AWS));

    var role = Drawings.object(drawn, "AWSClusterRoleIdentity");

    assertThat(role.at("/spec/roleARN").asText())
        .isEqualTo("arn:aws:iam::123456789012:role/butler");
    assertThat(role.at("/spec/sourceIdentityRef/kind").asText())
        .isEqualTo("AWSClusterStaticIdentity");
  }

  /** Machines of the platform itself may be made of an image that is named otherwise. */
  @ParameterizedTest
  @ValueSource(strings = {"talos", "999999999999/talos"})
  void awsImageThatIsNamedByItsNameIsRefused(String name) {
    var byConfig = Edits.of(Platform.AWS).setting("aws", "ami", name);
    var byPool =
        Edits.of(Platform.AWS)
            .pools(Orders.pool("w", OsType.ROCKY, name, Orders.size(2, "4Gi", "40Gi")));

    for (var order : List.of(byConfig, byPool)) {
      assertThat(Drawings.refusals(Platform.AWS.infrastructure("").draw(order.order())))
          .isNotEmpty()
          .allSatisfy(
              sentence ->
                  assertThat(sentence).contains("image " + name + " is named by its name", "ami-"));
    }
  }

  @Test
  void azureSubscriptionMayStandInTheSecretAlone() throws Exception {
    var secret = new HashMap<>(Platform.AZURE.secret());
    secret.put("subscriptionID", "5b0c1d2e-0000-4000-8000-000000000001");
    var order =
        Edits.of(Platform.AZURE)
            .platform(Platform.AZURE.full())
            .setting("azure", "subscriptionID", "");

    var drawn = drawn(Platform.AZURE, order.secret(secret));

    assertThat(Drawings.object(drawn, "AzureCluster").at("/spec/subscriptionID").asText())
        .isEqualTo("5b0c1d2e-0000-4000-8000-000000000001");
    assertThat(new ObjectMapper().readTree(file(drawn).content()).get("subscriptionId").asText())
        .isEqualTo("5b0c1d2e-0000-4000-8000-000000000001");
    secret.remove("subscriptionID");
    assertThat(
            Drawings.refusals(Platform.AZURE.infrastructure("").draw(order.secret(secret).order())))
        .singleElement()
        .asString()
        .startsWith("spec.azure.subscriptionID of the ProviderConfig: is empty");
  }

  @Test
  void awsMakesNoLoadBalancer() {
    var cluster = Drawings.object(drawn(Platform.AWS, Edits.of(Platform.AWS)), "AWSCluster");

    assertThat(cluster.at("/spec/controlPlaneLoadBalancer").toString())
        .isEqualTo("{\"loadBalancerType\":\"disabled\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "ROCKY, false, true",
    "ROCKY, true, false",
    "TALOS, true, true",
    "FLATCAR, true, true"
  })
  void awsTellsWhereBootstrapDataCanBeRead(OsType os, boolean profile, boolean readable) {
    var order =
        Edits.of(Platform.AWS)
            .platform(profile ? Platform.AWS.full() : Platform.AWS.minimal())
            .pools(Orders.first(os));

    assertThat(Drawings.gaps(drawn(Platform.AWS, order)).contains("BootstrapDataReadable"))
        .isEqualTo(readable);
  }

  @Test
  void googleMakesNoLoadBalancerAndWaitsForTheEndpoint() {
    var cluster = Drawings.object(drawn(Platform.GCP, Edits.of(Platform.GCP)), "GCPCluster");

    assertThat(cluster.at("/spec/loadBalancer/loadBalancerType").asText()).isEqualTo("Disabled");
    assertThat(cluster.at("/metadata/annotations/cluster.x-k8s.io~1paused").asText())
        .isEqualTo("true");
  }

  @Test
  void googleNodesOfOneNameInTwoNamespacesShareNoTag() {
    var one = Orders.matrix(Platform.GCP, "team-a-demo").getFirst();
    var two = Orders.matrix(Platform.GCP, "team-b-demo").getFirst();

    assertThat(one.name()).isEqualTo(two.name());
    assertThat(one.uniqueName()).isNotEqualTo(two.uniqueName());
    assertThat(
            machine(Platform.GCP, Edits.of(Platform.GCP), "GCPMachineTemplate")
                .at("/additionalNetworkTags")
                .toString())
        .isEqualTo("[\"" + one.uniqueName() + "\"]");
  }

  @Test
  void googleFirewallRuleOfTheLongestNameFits() {
    var order = Edits.of(Platform.GCP).name("a".repeat(54));

    var name =
        Drawings.object(drawn(Platform.GCP, order), "GCPCluster")
            .at("/spec/network/firewall/firewallRules/0/name")
            .asText();

    assertThat(name).startsWith("a".repeat(54) + "-").hasSize(63);
  }

  @ParameterizedTest
  @CsvSource({
    "rocky:linux:9:9.5, /marketplace/sku, 9",
    "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/images/i, /id,"
        + " /subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/images/i",
    "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/galleries/y/images/n/versions/1,"
        + " /computeGallery/gallery, y",
    "/communityGalleries/c/images/n/versions/1, /computeGallery/gallery, c"
  })
  void azureImageIsReadInEachForm(String image, String field, String value) {
    var order =
        Edits.of(Platform.AZURE)
            .pools(Orders.pool("w", OsType.ROCKY, image, Orders.size(2, "4Gi", "40Gi")));

    var drawn = machine(Platform.AZURE, order, "AzureMachineTemplate").get("image");

    assertThat(drawn.at(field).asText()).isEqualTo(value);
  }

  @Test
  void azureImageInNoFormIsRefused() {
    var order =
        Edits.of(Platform.AZURE)
            .pools(Orders.pool("w", OsType.ROCKY, "rocky", Orders.size(2, "4Gi", "40Gi")));

    assertThat(Drawings.refusals(Platform.AZURE.infrastructure("").draw(order.order())))
        .singleElement()
        .asString()
        .startsWith("image of worker pool w: rocky is no image of Azure");
  }

  @Test
  void azureRefusesWhatItsProviderWouldRefuseLater() {
    var order =
        Edits.of(Platform.AZURE)
            .name("a".repeat(45))
            .pools(Orders.pool("w", OsType.ROCKY, null, Orders.size(2, "4Gi", "3Ti")));

    assertThat(Drawings.refusals(Platform.AZURE.infrastructure("").draw(order.order())))
        .anySatisfy(sentence -> assertThat(sentence).contains("names of 2 to 44 characters"))
        .anySatisfy(sentence -> assertThat(sentence).contains("at most 2048 GiB"))
        .hasSize(2);
  }

  @Test
  void azureCloudControllerHasALoadBalancerOfItsOwn() throws Exception {
    var drawn = drawn(Platform.AZURE, Edits.of(Platform.AZURE).platform(Platform.AZURE.full()));

    var file = new ObjectMapper().readTree(file(drawn).content());

    assertThat(file.get("loadBalancerName").asText())
        .isEqualTo(Edits.of(Platform.AZURE).order().uniqueName());
    assertThat(file.get("userAssignedIdentityID").asText()).endsWith("/nodes");
  }

  private static final Map<String, String> AWS_KEY =
      Map.of("accessKeyId", "AKIAEXAMPLE", "secretAccessKey", "canary-3f1c");

  private static CloudFile file(Drawn drawn) {
    return Objects.requireNonNull(drawn.cloud());
  }

  private static JsonNode machine(Platform platform, Edits order, String kind) {
    return Drawings.object(drawn(platform, order), kind).at("/spec/template/spec");
  }

  private static Drawn drawn(Platform platform, Edits order) {
    return Drawings.drawn(platform.infrastructure("capa-system"), order.order());
  }
}
