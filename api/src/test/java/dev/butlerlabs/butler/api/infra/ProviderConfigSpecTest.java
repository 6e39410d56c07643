package dev.butlerlabs.butler.api.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.SecretRef;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.NetworkSettings.Mode;
import dev.butlerlabs.butler.api.infra.NetworkSettings.PoolRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderConfigSpecTest {

  private static final ObjectMapper JSON = WireFormat.mapper();

  /** The manifest of the first public document. */
  private static final String OLDER =
      """
      {"type":"harvester","harvester":{"credentialsRef":{"name":"harvester-kubeconfig",\
      "namespace":"butler-system"},"namespace":"default","networkName":"default/workloads",\
      "imageName":"default/talos-1.9"}}""";

  private static final String RELEASED =
      """
      {"provider":"harvester","credentialsRef":{"name":"login","key":"kubeconfig"},\
      "harvester":{"networkName":"default/workloads"}}""";

  @Test
  void olderSpellingIsReadLikeTheReleasedOne() throws JsonProcessingException {
    var older = read(OLDER);
    var released = read(RELEASED);

    assertThat(older.effectiveProvider()).contains(ProviderType.HARVESTER);
    assertThat(older.effectiveCredentialsRef())
        .contains(new SecretRef("harvester-kubeconfig", "butler-system", null));
    assertThat(released.effectiveProvider()).contains(ProviderType.HARVESTER);
    assertThat(released.effectiveCredentialsRef())
        .contains(new SecretRef("login", null, "kubeconfig"));
  }

  @ParameterizedTest
  @ValueSource(strings = {OLDER, RELEASED})
  void readingAndWritingRewritesNothing(String manifest) throws JsonProcessingException {
    assertThat(JSON.readTree(JSON.writeValueAsString(read(manifest))))
        .isEqualTo(JSON.readTree(manifest));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "harvester | {'networkName':'a/b'}",
        "nutanix | {'endpoint':'https://p','clusterUUID':'c','subnetUUID':'s'}",
        "proxmox | {'endpoint':'https://p','nodes':['n'],'storage':'s'}",
        "azure | {'subscriptionID':'s','resourceGroup':'r'}",
        "aws | {'region':'r'}",
        "gcp | {'projectID':'p','region':'r'}"
      })
  void everySectionMayHoldTheCredentials(String provider, String section)
      throws JsonProcessingException {
    var inside = section.replace("{", "{'credentialsRef':{'name':'login'},");
    var spec = read("{'provider':'%s','%s':%s}".formatted(provider, provider, inside));

    assertThat(spec.effectiveCredentialsRef()).contains(new SecretRef("login", null, null));
  }

  @Test
  void credentialsOfTheObjectWinOverThoseOfItsSection() throws JsonProcessingException {
    var spec =
        read(
            """
            {'provider':'aws','credentialsRef':{'name':'outer'},
             'aws':{'region':'r','credentialsRef':{'name':'inner'}}}""");

    assertThat(spec.effectiveCredentialsRef()).contains(new SecretRef("outer", null, null));
  }

  @Test
  void credentialsOfAnotherSectionDoNotCount() throws JsonProcessingException {
    var spec = read("{'type':'nutanix','aws':{'region':'r','credentialsRef':{'name':'login'}}}");

    assertThat(spec.effectiveCredentialsRef()).isEmpty();
  }

  @Test
  void providerWinsOverItsOlderName() throws JsonProcessingException {
    assertThat(read("{'provider':'aws','type':'gcp'}").effectiveProvider())
        .contains(ProviderType.AWS);
  }

  @Test
  void infrastructureOfANewerVersionIsNobody() throws JsonProcessingException {
    assertThat(read("{'provider':'moonbase'}").effectiveProvider()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'provider':'harvester'} | CLOUD",
        "{'provider':'harvester','network':{}} | CLOUD",
        "{'provider':'harvester','network':{'poolRefs':[{'name':'lab'}]}} | IPAM",
        "{'type':'proxmox','network':{'poolRefs':[{'name':'lab'}]}} | IPAM",
        "{'provider':'aws','network':{'poolRefs':[{'name':'lab'}]}} | CLOUD",
        "{'provider':'local','network':{'poolRefs':[{'name':'lab'}]}} | CLOUD",
        "{'provider':'harvester','network':{'mode':'cloud','poolRefs':[{'name':'lab'}]}} | CLOUD",
        "{'provider':'local','network':{'mode':'ipam','poolRefs':[{'name':'lab'}]}} | IPAM"
      })
  void poolsAreUsedWhereTheyAreNamedUnlessAModeSaysOtherwise(String spec, Mode expected)
      throws JsonProcessingException {
    assertThat(read(spec).effectiveNetworkMode()).isEqualTo(expected);
  }

  @Test
  void poolsAreTriedByPriorityThenAsWritten() throws JsonProcessingException {
    var network =
        JSON.readValue(
            quoted(
                "{'poolRefs':[{'name':'c','priority':5},{'name':'a'},{'name':'b','priority':0}]}"),
            NetworkSettings.class);

    assertThat(network.poolsInOrder()).extracting(PoolRef::name).containsExactly("a", "b", "c");
  }

  @Test
  void zoneLeftOutIsTheFirstOfTheRegion() throws JsonProcessingException {
    var bare = read("{'provider':'gcp','gcp':{'projectID':'p','region':'europe-west3'}}");

    assertThat(bare.gcp()).isNotNull().returns("europe-west3-a", GcpSettings::effectiveZone);
  }

  private static ProviderConfigSpec read(String json) throws JsonProcessingException {
    return JSON.readValue(quoted(json), ProviderConfigSpec.class);
  }

  private static String quoted(String json) {
    return json.replace('\'', '"');
  }
}
