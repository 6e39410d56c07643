package dev.butlerlabs.butler.api.controlplane;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.ServiceType;
import org.junit.jupiter.api.Test;

class StewardControlPlaneTest {

  private static final String MANIFEST =
      """
      {"apiVersion": "controlplane.cluster.x-k8s.io/v1alpha1", "kind": "StewardControlPlane",
       "metadata": {"name": "t1"},
       "spec": {
         "replicas": 2, "version": "1.36.3", "dataStoreName": "default",
         "controlPlaneEndpoint": {"host": "10.0.0.1", "port": 6443},
         "addons": {"coreDNS": {"imageTag": "v1.12.4", "dnsServiceIPs": ["10.96.0.53"]},
                    "konnectivity": {"server": {"port": 8132}, "agent": {
                      "tolerations": [{"key": "a", "operator": "Exists", "new": {"x": 1}}]}}},
         "kubelet": {"cgroupfs": "systemd", "configurationJSONPatches": [
           {"op": "add", "path": "/maxPods", "value": 50}]},
         "network": {"serviceType": "LoadBalancer", "certSANs": ["api.example.com"]},
         "deployment": {"strategy": {"rollingUpdate": {"maxSurge": "100%", "maxUnavailable": 0}},
                        "affinity": {"nodeAffinity": {"weight": 1.5}}}}}
      """;

  @Test
  void manifestIsReadAndWrittenWithoutLoss() throws JsonProcessingException {
    assertThat(written(read()).get("spec")).isEqualTo(parse(MANIFEST).get("spec"));
  }

  @Test
  void settingsAreReadFromBesideVersion() {
    var settings = spec(read()).settings();

    assertThat(settings.dataStoreName()).isEqualTo("default");
    assertThat(requireNonNull(settings.network()).serviceType())
        .isEqualTo(ServiceType.LOAD_BALANCER);
  }

  @Test
  void bareControlPlaneHasEmptySettings() throws JsonProcessingException {
    var bare =
        WireFormat.serialization()
            .unmarshal(
                "{\"spec\": {\"version\": \"v1.36.3\", \"unknown\": {\"deep\": [1]}}}",
                StewardControlPlane.class);

    assertThat(spec(bare).settings().admissionControllers()).isEmpty();
    assertThat(spec(bare).settings().effectiveDnsServiceIPs()).isEmpty();
    assertThat(written(bare).get("spec")).hasToString("{\"version\":\"v1.36.3\"}");
  }

  @Test
  void imageVersionAlwaysHasItsV() {
    assertThat(spec(read()).imageVersion()).isEqualTo("v1.36.3");
  }

  @Test
  void dnsAddressOfTheAddonCountsWhenTheNetworkHasNone() {
    assertThat(spec(read()).settings().effectiveDnsServiceIPs()).containsExactly("10.96.0.53");
  }

  @Test
  void templateHasTheSameSettings() {
    var template =
        WireFormat.serialization()
            .unmarshal(
                "{\"spec\": {\"template\": {\"spec\": {\"registry\": \"mirror\"}}}}",
                StewardControlPlaneTemplate.class);

    assertThat(requireNonNull(template.getSpec()).template().spec().registry()).isEqualTo("mirror");
  }

  private static StewardControlPlane read() {
    return WireFormat.serialization().unmarshal(MANIFEST, StewardControlPlane.class);
  }

  private static JsonNode written(StewardControlPlane object) throws JsonProcessingException {
    return parse(WireFormat.serialization().asJson(object));
  }

  private static JsonNode parse(String text) throws JsonProcessingException {
    return new ObjectMapper().readTree(text);
  }

  private static StewardControlPlaneSpec spec(StewardControlPlane object) {
    return requireNonNull(object.getSpec());
  }
}
