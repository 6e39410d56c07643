package dev.butlerlabs.butler.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.butlerlabs.butler.api.ControlPlaneExposure.Mode;
import org.junit.jupiter.api.Test;

class ControlPlaneExposureTest {

  @Test
  void absentAndUnknownModesMeanALoadBalancer() throws JsonProcessingException {
    assertThat(ControlPlaneExposure.modeOf(null)).isEqualTo(Mode.LOAD_BALANCER);
    assertThat(read("{}").effectiveMode()).isEqualTo(Mode.LOAD_BALANCER);
    assertThat(read("{\"mode\":\"\"}").effectiveMode()).isEqualTo(Mode.LOAD_BALANCER);
    assertThat(read("{\"mode\":\"Tunnel\"}").effectiveMode()).isEqualTo(Mode.LOAD_BALANCER);
  }

  @Test
  void sharedAddressIsToldApartByHostName() throws JsonProcessingException {
    var gateway = read("{\"mode\":\"Gateway\",\"hostname\":\"*.k8s.example.com\"}");

    assertThat(gateway.tenantHost("prod", "prod-1a2b3c4d"))
        .contains("prod.prod-1a2b3c4d.k8s.example.com");
    assertThat(gateway.effectiveMode().endpointPort()).isEqualTo(6443);
    assertThat(Mode.INGRESS.endpointPort()).isEqualTo(443);
  }

  @Test
  void ownAddressNeedsNoHostName() throws JsonProcessingException {
    assertThat(read("{\"hostname\":\"*.k8s.example.com\"}").tenantHost("prod", "prod-1")).isEmpty();
  }

  @Test
  void whatIsInForceIsEqualWhereItIsTheSameWay() throws JsonProcessingException {
    var gateway = read("{\"mode\":\"Gateway\",\"hostname\":\"*.k8s.example.com\"}");

    assertThat(ControlPlaneExposure.inForce(gateway)).isEqualTo(gateway);
    assertThat(ControlPlaneExposure.inForce(null))
        .isEqualTo(read("{\"mode\":\"LoadBalancer\"}"))
        .isEqualTo(ControlPlaneExposure.inForce(read("{\"hostname\":\"*.k8s.example.com\"}")));
  }

  @Test
  void derivedValuesAreNotWritten() throws JsonProcessingException {
    var written = WireFormat.mapper().writeValueAsString(read("{\"mode\":\"Gateway\"}"));

    assertThat(written).isEqualTo("{\"mode\":\"Gateway\"}");
  }

  private static ControlPlaneExposure read(String json) throws JsonProcessingException {
    return WireFormat.mapper().readValue(json, ControlPlaneExposure.class);
  }
}
