package dev.butlerlabs.butler.api.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.network.NetworkPoolSpec.AddressRange;
import org.junit.jupiter.api.Test;

class NetworkKindsTest {

  private static final ObjectMapper JSON = WireFormat.mapper();

  @Test
  void rangesWinOverTheOlderStartAndEnd() throws JsonProcessingException {
    var pool =
        pool(
            """
            {"cidr":"10.40.0.0/21","tenantAllocation":{"start":"10.40.1.0","end":"10.40.1.9",
             "ranges":[{"start":"10.40.2.0","end":"10.40.2.9"}]}}""");

    assertThat(pool.allocatableRanges())
        .containsExactly(new AddressRange("10.40.2.0", "10.40.2.9"));
  }

  @Test
  void olderStartAndEndAreOneRange() throws JsonProcessingException {
    var pool =
        pool(
            """
            {"cidr":"10.40.0.0/21","tenantAllocation":{"start":"10.40.1.0","end":"10.40.1.9"}}""");

    assertThat(pool.allocatableRanges())
        .containsExactly(new AddressRange("10.40.1.0", "10.40.1.9"));
  }

  @Test
  void halfARangeAndNoRangeMeanTheWholePool() throws JsonProcessingException {
    assertThat(
            pool("{\"cidr\":\"10.40.0.0/21\",\"tenantAllocation\":{\"start\":\"10.40.1.0\"}}")
                .allocatableRanges())
        .isEmpty();
    assertThat(pool("{\"cidr\":\"10.40.0.0/21\"}").allocatableRanges()).isEmpty();
  }

  @Test
  void healthIsCheckedOnTheServingPortUnlessSaidOtherwise() throws JsonProcessingException {
    var bare = JSON.readValue("{\"clusterName\":\"mgmt\"}", LoadBalancerRequestSpec.class);
    var other =
        JSON.readValue(
            "{\"clusterName\":\"mgmt\",\"port\":7443,\"healthCheckPort\":8080}",
            LoadBalancerRequestSpec.class);

    assertThat(bare.effectivePort()).isEqualTo(6443);
    assertThat(bare.effectiveHealthCheckPort()).isEqualTo(6443);
    assertThat(other.effectivePort()).isEqualTo(7443);
    assertThat(other.effectiveHealthCheckPort()).isEqualTo(8080);
  }

  @Test
  void derivedValuesAreNotWritten() throws JsonProcessingException {
    var pool = "{\"cidr\":\"10.40.0.0/21\"}";
    var claim =
        "{\"poolRef\":{\"name\":\"lab\"},\"tenantClusterRef\":{\"name\":\"shop\","
            + "\"namespace\":\"a\"},\"type\":\"nodes\",\"release\":true}";

    assertThat(JSON.writeValueAsString(pool(pool))).isEqualTo(pool);
    assertThat(JSON.writeValueAsString(JSON.readValue(claim, IPAllocationSpec.class)))
        .isEqualTo(claim);
    assertThat(JSON.readValue(claim, IPAllocationSpec.class).releaseWanted()).isTrue();
  }

  private static NetworkPoolSpec pool(String json) throws JsonProcessingException {
    return JSON.readValue(json, NetworkPoolSpec.class);
  }
}
