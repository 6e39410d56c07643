package dev.butlerlabs.butler.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.NetworkPool;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Status;
import java.util.List;
import java.util.Map;
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

  @Test
  void equalContentIsEqualTextWhateverOrderItsMapsHave() {
    var one = new ObjectMetaBuilder().addToLabels("b", "1").addToLabels("a", "2").build();
    var other = new ObjectMetaBuilder().addToLabels("a", "2").addToLabels("b", "1").build();

    assertThat(WireFormat.sorted(List.of(Map.of("z", one), "x")))
        .isEqualTo(WireFormat.sorted(List.of(Map.of("z", other), "x")))
        .isEqualTo("[{\"z\":{\"labels\":{\"a\":\"2\",\"b\":\"1\"}}},\"x\"]");
  }
}
