package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.admission.Operation;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.kube.admission.Requester;
import dev.butlerlabs.butler.kube.admission.Ruling;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DeletionRuleTest {

  private static final String PROTECTION = "butler.butlerlabs.dev/deletion-protection";

  @Test
  @DisplayName("H22: a protected cluster is not deleted, and it is said what to do")
  void protectedClusterIsRefused() {
    var ruling = (Ruling.Denied) review(Map.of(PROTECTION, "true"));

    assertThat(ruling.problems().getFirst().sentence())
        .contains("shop/web")
        .contains(PROTECTION)
        .contains("remove the annotation");
  }

  @Test
  void clusterThatSaysNobodyKnowsHowLongItIsToBeKeptDoesNotGo() {
    var grace = "butler.butlerlabs.dev/deletion-grace-period";
    var ruling = (Ruling.Denied) review(Map.of(grace, "3 days"));

    assertThat(ruling.problems().getFirst().sentence())
        .contains("shop/web says '3 days' in the annotation " + grace)
        .contains("such as 72h, or 0s");
    assertThat(review(Map.of(grace, "72h"))).isInstanceOf(Ruling.Allowed.class);
    assertThat(review(Map.of(grace, "0s"))).isInstanceOf(Ruling.Allowed.class);
  }

  @Test
  void othersMayGo() {
    assertThat(review(Map.of())).isInstanceOf(Ruling.Allowed.class);
    assertThat(review(Map.of(PROTECTION, "false"))).isInstanceOf(Ruling.Allowed.class);
  }

  @Test
  void teamKeepsItsClustersUnlessOneSaysOtherwise() {
    var ruling = (Ruling.Denied) review(Map.of(), true);

    assertThat(ruling.problems().getFirst().sentence())
        .contains("its team")
        .contains("set the annotation " + PROTECTION + " to false");
    assertThat(review(Map.of(PROTECTION, "false"), true)).isInstanceOf(Ruling.Allowed.class);
  }

  private static Ruling review(Map<String, String> annotations) {
    return review(annotations, false);
  }

  private static Ruling review(Map<String, String> annotations, boolean team) {
    var cluster = new TenantCluster();
    cluster.setStatus(
        WireFormat.mapper()
            .convertValue(
                Map.of("effective", Map.of("deletionProtection", team)),
                TenantClusterStatus.class));
    cluster.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("shop")
            .withName("web")
            .withAnnotations(annotations)
            .build());
    return new DeletionRule()
        .review(
            new Request<>(
                Operation.DELETE,
                new ObjectKey("shop", "web"),
                null,
                cluster,
                new Requester("ada", List.of()),
                false));
  }
}
