package dev.butlerlabs.butler.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.NetworkPool;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.Status;
import org.junit.jupiter.api.Test;

class WireFormatTest {

  @Test
  void theErrorThatEndsAWatchIsReadAsAStatus() {
    var text = "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"reason\":\"Expired\",\"code\":410}";

    KubernetesResource read = WireFormat.serialization().unmarshal(text);

    assertThat(read)
        .isInstanceOfSatisfying(Status.class, s -> assertThat(s.getCode()).isEqualTo(410));
  }

  @Test
  void fieldsAndEnumValuesOfOtherVersionsArePassedOver() throws Exception {
    var text =
        """
        {"apiVersion":"butler.butlerlabs.dev/v1alpha1","kind":"NetworkPool",
         "spec":{"cidr":"10.0.0.0/24","colour":"blue"},
         "status":{"conditions":[{"type":"Ready","status":"Perhaps","reason":"R","message":"",
           "lastTransitionTime":"yesterday"}]}}
        """;

    var pool = WireFormat.mapper().readValue(text, NetworkPool.class);

    assertThat(pool.getSpec().cidr()).isEqualTo("10.0.0.0/24");
    assertThat(pool.getStatus().conditions()).hasSize(1);
  }

  @Test
  void whatIsAbsentIsNotWritten() throws Exception {
    var pool =
        WireFormat.mapper().readValue("{\"spec\":{\"cidr\":\"10.0.0.0/24\"}}", NetworkPool.class);

    assertThat(WireFormat.mapper().writeValueAsString(pool.getSpec()))
        .isEqualTo("{\"cidr\":\"10.0.0.0/24\"}");
  }
}
