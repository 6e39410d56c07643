package dev.butlerlabs.butler.addons.install.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.addons.install.plan.LeftNamespace.Inhabitant;
import dev.butlerlabs.butler.api.addons.LeftoverPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeftNamespaceTest {

  private static final String MADE =
      """
      metadata:
        name: shop
        labels: {app.kubernetes.io/managed-by: butler}
        managedFields:
        - manager: butler-addons
          fieldsV1: {"f:metadata": {"f:labels": {"f:app.kubernetes.io/managed-by": {}}}}
      """;

  @Test
  void point30_namespaceThatHoldsNothingWorthKeepingIsPurged() {
    var bare =
        left(
            "{}",
            new Inhabitant("", "ConfigMap", "kube-root-ca.crt", false, false),
            new Inhabitant("", "ServiceAccount", "default", false, false),
            new Inhabitant("events.k8s.io", "Event", "web.1", false, false),
            new Inhabitant("coordination.k8s.io", "Lease", "leader", false, false),
            new Inhabitant("", "Pod", "of-a-deployment", true, false),
            new Inhabitant("", "Service", "going", false, true));

    assertThat(bare.under(LeftoverPolicy.EMPTY)).isEqualTo(new Fate.Goes());
    assertThat(bare.under(LeftoverPolicy.KEEP)).isEqualTo(new Fate.Stays(""));
  }

  @Test
  void point30_dataWorkloadsAndWhatOthersPutThereKeepANamespaceUnlessAllIsWished() {
    var data = new Inhabitant("", "PersistentVolumeClaim", "data", true, true);
    var theirs = new Inhabitant("", "ConfigMap", "theirs", false, false);

    assertThat(why(left("{}", data, theirs), LeftoverPolicy.EMPTY))
        .isEqualTo("holds PersistentVolumeClaim data, ConfigMap theirs");
    assertThat(left("{}", data, theirs).under(LeftoverPolicy.ALL)).isEqualTo(new Fate.Goes());
    assertThat(why(left("{}", theirs, theirs, theirs, theirs, theirs), LeftoverPolicy.EMPTY))
        .endsWith("and 2 more");
    assertThat(
            why(
                left("{}", new Inhabitant("example.com", "Event", "a", false, false)),
                LeftoverPolicy.EMPTY))
        .isEqualTo("holds Event a");
  }

  @Test
  void point30_namespaceThatWasNotMadeForAddonsIsNeverPurged() {
    var cluster = new Inhabitant("butler.butlerlabs.dev", "TenantCluster", "web", false, false);

    assertThat(why(left("metadata: {name: kube-system}"), LeftoverPolicy.ALL)).contains("never");
    assertThat(why(left("metadata: {name: default}"), LeftoverPolicy.ALL)).contains("never");
    assertThat(why(left("metadata: {managedFields: null}"), LeftoverPolicy.ALL))
        .contains("not certain");
    assertThat(why(left("metadata: {ownerReferences: [{kind: Other}]}"), LeftoverPolicy.ALL))
        .contains("not certain");
    assertThat(why(left("{}", cluster), LeftoverPolicy.ALL)).contains("TenantCluster web");
  }

  private static String why(LeftNamespace left, LeftoverPolicy policy) {
    assertThat(left.under(policy)).isInstanceOf(Fate.Stays.class);
    return ((Fate.Stays) left.under(policy)).why();
  }

  private static LeftNamespace left(String more, Inhabitant... content) {
    return new LeftNamespace(Values.over(Scenes.yaml(MADE), Scenes.yaml(more)), List.of(content));
  }
}
