package dev.butlerlabs.butler.addons.admission.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.catalog.Catalog;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClaimTest {

  private static final Map<String, AddonDefinitionSpec> CATALOG =
      Catalog.builtin().stream()
          .collect(Collectors.toMap(one -> one.getMetadata().getName(), AddonDefinition::getSpec));
  private static final String LABEL = "labels: {butler.butlerlabs.dev/platform-addon: 'true'}";
  private static final String OWNER =
      "ownerReferences: [{kind: TenantCluster, name: web, uid: u, apiVersion: v, controller: true}]";

  private static final TenantAddon PLAIN = addon("web-nats", "", "addon: nats");
  private static final TenantAddon PLATFORMS =
      addon("web-cilium", "%s, %s".formatted(LABEL, OWNER), "addon: cilium");

  @Test
  void whatAUserOrdersClaimsNothing() {
    assertThat(told(PLAIN, null)).isEmpty();
    assertThat(told(addon("web-nats", "labels: {a: b}", "addon: nats"), PLAIN)).isEmpty();
    assertThat(
            told(addon("web-nats", OWNER.replace(", controller: true", ""), "addon: nats"), null))
        .as("it may go with its cluster")
        .isEmpty();
  }

  @Test
  void point11_labelAndControllerAreTheManagersToWrite() {
    assertThat(told(PLATFORMS, null))
        .contains(
            "metadata.labels[butler.butlerlabs.dev/platform-addon]: only Butler says what comes"
                + " with a cluster (take the label off; what comes with the cluster is said in"
                + " spec.addons of TenantCluster web)",
            "metadata.ownerReferences: only Butler says what comes with a cluster");
    assertThat(told(addon("web-nats", LABEL, "addon: nats"), PLAIN)).contains("metadata.labels[");
    assertThat(told(addon("web-nats", OWNER, "addon: nats"), PLAIN))
        .contains("metadata.ownerReferences");
  }

  @Test
  void point11_whatComesWithAClusterIsChangedThroughTheCluster() {
    assertThat(told(addon("web-cilium", OWNER, "addon: cilium"), PLATFORMS))
        .contains(
            "TenantAddon web-cilium comes with its cluster and follows that (change spec.addons of"
                + " TenantCluster web)");
  }

  @Test
  void point12_nameThatThePlatformNeedsIsNotTaken() {
    assertThat(told(addon("web-cilium", "", "addon: nats"), null))
        .contains("metadata.name: web-cilium is the name of the cilium that comes with");
    assertThat(told(addon("other-cilium", "", "addon: nats"), null))
        .contains("TenantCluster other (choose another name)");
    assertThat(told(addon("nobodys-cilium", "", "addon: nats"), null)).isEmpty();
  }

  private static String told(TenantAddon addon, @Nullable TenantAddon old) {
    return Problem.list(Claim.check(addon, old, CATALOG, List.of("other", "web")));
  }

  private static TenantAddon addon(String name, String meta, String spec) {
    return WireFormat.serialization()
        .unmarshal(
            """
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: TenantAddon
            metadata: {name: %s%s}
            spec: {clusterRef: {name: web}, %s}
            """
                .formatted(name, meta.isEmpty() ? "" : ", " + meta, spec),
            TenantAddon.class);
  }
}
