package dev.butlerlabs.butler.api.clusters;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.schema.Crds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterKindsTest {

  private static final ObjectMapper JSON = WireFormat.mapper();

  @Test
  void bareClusterNamesItsProviderAndNothingElse() throws JsonProcessingException {
    var spec = cluster("{'providerConfigRef':{'name':'harvester-prod'}}");

    assertThat(spec.namedProvider()).contains(new NamespacedRef("harvester-prod", "butler-system"));
    assertThat(spec.kubernetesVersion()).isNull();
    assertThat(spec.pools()).isEmpty();
  }

  @Test
  void providerIsLookedForInTheSystemNamespaceUnlessAnotherIsNamed()
      throws JsonProcessingException {
    assertThat(cluster("{'providerConfigRef':{'name':'site','namespace':''}}").namedProvider())
        .contains(new NamespacedRef("site", "butler-system"));
    assertThat(
            cluster("{'providerConfigRef':{'name':'site','namespace':'team-a'}}").namedProvider())
        .contains(new NamespacedRef("site", "team-a"));
    assertThat(cluster("{}").namedProvider()).isEmpty();
  }

  @Test
  void firstPoolAndFurtherPoolsAreOneList() throws JsonProcessingException {
    var spec = cluster("{'workers':{'replicas':3},'workerPools':[{'name':'batch','replicas':0}]}");

    assertThat(spec.pools()).extracting(WorkerPool::name).containsExactly("workers", "batch");
    assertThat(spec.pools()).extracting(WorkerPool::replicas).containsExactly(3, 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | true",
        "{'ingress':{}} | true",
        "{'ingress':{'enabled':true}} | true",
        "{'ingress':{'enabled':false}} | false"
      })
  void ingressIsWantedUnlessSomebodySaysNo(String addons, boolean wanted)
      throws JsonProcessingException {
    assertThat(JSON.readValue(quoted(addons), ClusterAddons.class).ingressWanted())
        .isEqualTo(wanted);
  }

  @Test
  void workerCountsAreWrittenEvenWhenZero() throws JsonProcessingException {
    var nothing = JSON.readValue("{}", TenantClusterStatus.class);

    assertThat(JSON.writeValueAsString(nothing))
        .isEqualTo("{\"workerNodesReady\":0,\"workerNodesDesired\":0}");
  }

  @Test
  void valuesOfAddonsAreKeptAsTheyAre() throws JsonProcessingException {
    var text = quoted("{'storage':{'values':{'a':1,'b':1.50,'c':true,'d':null,'e':{},'f':['x']}}}");

    assertThat(JSON.readTree(JSON.writeValueAsString(JSON.readValue(text, ClusterAddons.class))))
        .isEqualTo(JSON.readTree(text));
  }

  @Test
  void derivedValuesAreNotWritten() throws JsonProcessingException {
    var text = quoted("{'providerConfigRef':{'name':'site'},'workers':{'replicas':1}}");

    assertThat(JSON.writeValueAsString(JSON.readValue(text, TenantClusterSpec.class)))
        .isEqualTo(text);
  }

  @Test
  void sizesThatTeamsHaveDefaultsForGetNoneFromTheSchema() {
    var template =
        Crds.of(TenantCluster.class)
            .at(
                "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/workers"
                    + "/properties/machineTemplate/properties");

    assertThat(template.at("/cpu/default").isMissingNode()).isTrue();
    assertThat(template.at("/memory/default").isMissingNode()).isTrue();
    assertThat(template.at("/diskSize/default").isMissingNode()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"single-node,1", "ha,5"})
  void singleNodeIsOneMachineWhateverThePoolsSay(String topology, int machines)
      throws JsonProcessingException {
    var pools =
        "'controlPlane':{'replicas':3,'cpu':4,'memoryMB':8192,'diskGB':50},"
            + "'workers':{'replicas':2,'cpu':4,'memoryMB':8192,'diskGB':50}";
    var cluster =
        JSON.readValue(
            quoted("{'name':'mgmt','topology':'%s',%s}".formatted(topology, pools)),
            ClusterBootstrapSpec.Cluster.class);

    assertThat(cluster.machines()).isEqualTo(machines);
  }

  private static TenantClusterSpec cluster(String json) throws JsonProcessingException {
    return JSON.readValue(quoted(json), TenantClusterSpec.class);
  }

  private static String quoted(String json) {
    return json.replace('\'', '"');
  }
}
