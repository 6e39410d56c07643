package dev.butlerlabs.butler.tenants.drain.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DrainPolicyTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          AWSCluster,        '',              LOAD_BALANCERS
          AzureCluster,      '',              LOAD_BALANCERS
          GCPCluster,        '',              LOAD_BALANCERS
          HarvesterCluster,  '',              LOAD_BALANCERS
          SomeoneElses,      '',              LOAD_BALANCERS
          ProxmoxCluster,    '',              NONE
          NutanixCluster,    '',              NONE
          LocalCluster,      '',              NONE
          '',                '',              NONE
          AWSCluster,        none,            NONE
          AWSCluster,        volumes,         VOLUMES
          LocalCluster,      load-balancers,  LOAD_BALANCERS
          """)
  void itsOwnWordCountsElseWhatItsPlatformNeeds(
      String infrastructure, String said, DrainPolicy wanted) {
    assertThat(DrainPolicy.of(saying(said), infrastructure)).isEqualTo(wanted);
    assertThat(DrainPolicy.unreadable(saying(said))).isEmpty();
  }

  @Test
  void wordThatNobodyKnowsIsTold() {
    assertThat(DrainPolicy.unreadable(saying("disks"))).contains("disks");
    assertThat("disks").doesNotMatch(DrainPolicy.PATTERN);
    assertThat("volumes").matches(DrainPolicy.PATTERN);
  }

  @Test
  void ofManyThingsAFewAreNamed() {
    var many = IntStream.range(0, 5).mapToObj("Service shop/%d"::formatted).toList();

    assertThat(new Remains(many))
        .hasToString("Service shop/0, Service shop/1, Service shop/2 and 2 more");
    assertThat(new Remains(List.of()).none()).isTrue();
  }

  private static TenantCluster saying(String word) {
    var cluster = new TenantCluster();
    if (!word.isEmpty()) {
      cluster.getMetadata().setAnnotations(Map.of("butler.butlerlabs.dev/deletion-drain", word));
    }
    return cluster;
  }
}
