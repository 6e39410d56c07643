package dev.butlerlabs.butler.api.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.local.LocalCluster;
import dev.butlerlabs.butler.api.local.LocalMachine;
import dev.butlerlabs.butler.api.local.LocalMachineTemplate;
import dev.butlerlabs.butler.api.schema.Crds;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What Cluster API looks for in the definitions of its providers. */
class ClusterApiContractTest {

  static Stream<Class<? extends Resource<?, ?>>> providerKinds() {
    return Stream.of(
        StewardControlPlane.class,
        StewardControlPlaneTemplate.class,
        LocalCluster.class,
        LocalMachine.class,
        LocalMachineTemplate.class);
  }

  @ParameterizedTest
  @MethodSource("providerKinds")
  void definitionIsFoundByTheContractLabel(Class<? extends Resource<?, ?>> kind) {
    var labels = Crds.of(kind).at("/metadata/labels");

    assertThat(labels.path("cluster.x-k8s.io/v1beta2").asText()).isEqualTo("v1alpha1");
  }

  @ParameterizedTest
  @MethodSource("providerKinds")
  void definitionHasTheNameClusterApiComputes(Class<? extends Resource<?, ?>> kind) {
    var crd = Crds.of(kind);

    assertThat(crd.at("/metadata/name").asText())
        .isEqualTo(
            kind.getSimpleName().toLowerCase(Locale.ROOT) + "s." + crd.at("/spec/group").asText());
  }

  @ParameterizedTest
  @MethodSource("providerKinds")
  void definitionIsListedWithClusterApi(Class<? extends Resource<?, ?>> kind) {
    assertThat(Crds.of(kind).at("/spec/names/categories").toString()).contains("\"cluster-api\"");
  }

  @Test
  void controlPlaneServesTheOlderContractToo() {
    var labels = Crds.of(StewardControlPlane.class).at("/metadata/labels");

    assertThat(labels.path("cluster.x-k8s.io/v1beta1").asText()).isEqualTo("v1alpha1");
  }

  @ParameterizedTest
  @CsvSource({
    "initialized, boolean",
    "ready, boolean",
    "updatedReplicas, integer",
    "unavailableReplicas, integer",
    "initialization/properties/controlPlaneInitialized, boolean",
    "replicas, integer",
    "readyReplicas, integer",
    "availableReplicas, integer",
    "upToDateReplicas, integer",
    "version, string",
    "externalManagedControlPlane, boolean",
    "conditions, array",
  })
  void controlPlaneStatusHasTheFieldsOfBothContracts(String field, String type) {
    var status = field(StewardControlPlane.class, "status", field);

    assertThat(status.path("type").asText()).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource({
    "spec, controlPlaneEndpoint/properties/host, string",
    "spec, controlPlaneEndpoint/properties/port, integer",
    "status, initialization/properties/provisioned, boolean",
    "status, failureDomains, array",
    "status, conditions, array",
  })
  void localClusterHasTheFieldsOfTheContract(String part, String field, String type) {
    assertThat(field(LocalCluster.class, part, field).path("type").asText()).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource({
    "spec, providerID, string",
    "status, initialization/properties/provisioned, boolean",
    "status, addresses, array",
    "status, failureDomain, string",
    "status, conditions, array",
  })
  void localMachineHasTheFieldsOfTheContract(String part, String field, String type) {
    assertThat(field(LocalMachine.class, part, field).path("type").asText()).isEqualTo(type);
  }

  @Test
  void hostedControlPlanesCanBeScaled() {
    assertThat(scale(StewardControlPlane.class))
        .isEqualTo(".spec.replicas .status.replicas .status.selector");
    assertThat(scale(TenantControlPlane.class))
        .isEqualTo(
            ".spec.controlPlane.deployment.replicas"
                + " .status.kubernetesResources.deployment.replicas"
                + " .status.kubernetesResources.deployment.selector");
  }

  private static String scale(Class<? extends Resource<?, ?>> kind) {
    var scale = Crds.of(kind).at("/spec/versions/0/subresources/scale");
    return scale.path("specReplicasPath").asText()
        + " "
        + scale.path("statusReplicasPath").asText()
        + " "
        + scale.path("labelSelectorPath").asText();
  }

  private static JsonNode field(Class<? extends Resource<?, ?>> kind, String part, String field) {
    return Crds.of(kind)
        .at(
            "/spec/versions/0/schema/openAPIV3Schema/properties/%s/properties/%s"
                .formatted(part, field));
  }
}
