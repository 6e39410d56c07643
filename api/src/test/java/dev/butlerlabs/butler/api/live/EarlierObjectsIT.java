package dev.butlerlabs.butler.api.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.clusters.ClusterBootstrap;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.api.schema.Crds;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An object stored before a rule existed breaks the rule and can still be edited elsewhere. Works
 * on copies of the definitions in a group of their own, first without rules and then with them.
 */
@OnRealApiServer
class EarlierObjectsIT {

  private static final String GROUP = "earlier.example.com";

  @ParameterizedTest
  @MethodSource("objects")
  void staysEditable(
      Class<? extends Resource<?, ?>> kind,
      String name,
      String spec,
      String edit,
      TestCluster cluster) {
    var plural = HasMetadata.getPlural(kind) + "." + GROUP;
    var manifest =
        """
        {"apiVersion":"%s/v1alpha1","kind":"%s","metadata":{"name":"%s"},"spec":%s}"""
            .formatted(GROUP, kind.getSimpleName(), name, spec);
    install(cluster, withoutRules(copy(kind)));
    cluster.kubectl("wait", "--for=condition=Established", "crd/" + plural).requireSuccess();
    cluster.kubectlReading(manifest, "create", "-f", "-").requireSuccess();

    install(cluster, copy(kind));
    Await.untilTrue("the rules hold", () -> refused(cluster, manifest, name));

    cluster.kubectl("label", plural + "/" + name, "seen=yes").requireSuccess();
    cluster
        .kubectl(
            "patch", plural + "/" + name, "--type=merge", "-p", "{\"spec\":%s}".formatted(edit))
        .requireSuccess();
  }

  static Stream<Arguments> objects() {
    return Stream.of(
        Arguments.of(
            TenantCluster.class,
            "1-name-of-fifty-five-characters-which-is-one-too-many-55",
            "{\"kubernetesVersion\":\"v1.30.0\",\"workers\":{\"replicas\":1}}",
            "{\"workers\":{\"replicas\":2}}"),
        Arguments.of(
            NetworkPool.class,
            "pool",
            "{\"cidr\":\"10.0.0.0/16\",\"tenantAllocation\":{\"ranges\":"
                + "[{\"start\":\"10.0.2.0\",\"end\":\"10.0.1.0\"}]}}",
            "{\"reserved\":[{\"cidr\":\"10.0.0.0/24\"}]}"),
        Arguments.of(
            ProviderConfig.class,
            "site",
            "{\"provider\":\"local\",\"scope\":{\"type\":\"team\"},\"network\":{\"mode\":\"ipam\"}}",
            "{\"limits\":{\"maxNodesPerTeam\":3}}"),
        Arguments.of(
            IPAllocation.class,
            "claim",
            "{\"poolRef\":{\"name\":\"a\"},\"tenantClusterRef\":{\"name\":\"a\",\"namespace\":\"b\"},"
                + "\"type\":\"nodes\",\"pinnedRange\":{\"startAddress\":\"10.0.0.9\","
                + "\"endAddress\":\"10.0.0.1\"}}",
            "{\"count\":3}"),
        Arguments.of(
            ClusterBootstrap.class,
            "mgmt",
            "{\"provider\":\"local\",\"providerRef\":{\"name\":\"x\"},\"cluster\":{\"name\":"
                + "\"a-name-of-fifty-five-characters-which-is-one-too-many-55\",\"controlPlane\":"
                + "{\"replicas\":1,\"cpu\":4,\"memoryMB\":8192,\"diskGB\":50}},\"network\":"
                + "{\"podCIDR\":\"10.244.0.0/16\",\"serviceCIDR\":\"10.96.0.0/12\"},\"talos\":"
                + "{\"version\":\"v1.9.3\",\"schematic\":\"ce4c9805\"}}",
            "{\"paused\":true}"));
  }

  private static boolean refused(TestCluster cluster, String manifest, String name) {
    var other =
        manifest.replace("\"name\":\"%s\"".formatted(name), "\"name\":\"%s-b\"".formatted(name));
    return cluster.kubectlReading(other, "create", "--dry-run=server", "-f", "-").exit() != 0;
  }

  private static void install(TestCluster cluster, JsonNode definition) {
    cluster
        .kubectlReading(definition.toString(), "apply", "--server-side", "-f", "-")
        .requireSuccess();
  }

  private static ObjectNode copy(Class<? extends Resource<?, ?>> kind) {
    var definition = Crds.of(kind);
    definition.withObject("/metadata").put("name", HasMetadata.getPlural(kind) + "." + GROUP);
    definition.withObject("/spec").put("group", GROUP);
    return definition;
  }

  private static ObjectNode withoutRules(ObjectNode definition) {
    definition.findParents("x-kubernetes-validations").stream()
        .map(ObjectNode.class::cast)
        .forEach(node -> node.remove("x-kubernetes-validations"));
    return definition;
  }
}
