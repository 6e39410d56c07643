package dev.butlerlabs.butler.ipam.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.address.Address;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who had 10.40.1.17 last Tuesday at 14:00. */
@DisplayName("point 4: the audit answers from kept records")
class HistoryTest {

  private static final Instant NOW = Instant.parse("2026-11-15T09:00:00Z");

  private static final NetworkPool POOL =
      WireFormat.serialization()
          .unmarshal(
              """
              metadata: {name: lab, namespace: butler-system, creationTimestamp: "2026-01-01T00:00:00Z"}
              spec: {cidr: 10.40.0.0/21, tenantAllocation: {ranges: [{start: 10.40.1.0, end: 10.40.3.255}]}}
              """,
              NetworkPool.class);

  /** Held from the 2nd to the 10th by web, from the 11th on by api. */
  private static final IPAllocation WEB =
      claim("web", "Released", "2026-11-02T10:00:00Z", "releasedAt: 2026-11-10T14:00:00Z");

  private static final IPAllocation API = claim("api", "Allocated", "2026-11-11T08:00:00Z", "");

  private static IPAllocation claim(String cluster, String phase, String from, String more) {
    return WireFormat.serialization()
        .unmarshal(
            """
            metadata: {name: %1$s-1, namespace: butler-system}
            spec:
              poolRef: {name: lab}
              tenantClusterRef: {name: %1$s, namespace: team-a}
              type: loadbalancer
            status:
              phase: %2$s
              startAddress: 10.40.1.16
              endAddress: 10.40.1.23
              allocatedAt: %3$s
              %4$s
            """
                .formatted(cluster, phase, from, more),
            IPAllocation.class);
  }

  private static Answer ask(String address, String when, IPAllocation... claims) {
    return History.of(List.of(POOL), Arrays.asList(claims))
        .whoHad(Address.parse(address).require(), Instant.parse(when), NOW);
  }

  @Test
  void point4_theHolderOfThatTimeIsNamed() {
    assertThat(ask("10.40.1.17", "2026-11-03T14:00:00Z", WEB, API).sentence())
        .isEqualTo(
            "10.40.1.17 belonged to TenantCluster team-a/web through IPAllocation"
                + " butler-system/web-1, from 2026-11-02T10:00:00Z until 2026-11-10T14:00:00Z");
    assertThat(ask("10.40.1.17", "2026-11-15T09:00:00Z", WEB, API).sentence())
        .isEqualTo(
            "10.40.1.17 belonged to TenantCluster team-a/api through IPAllocation"
                + " butler-system/api-1, from 2026-11-11T08:00:00Z until now");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-02T09:59:59.999999999Z, free",
    "2026-11-02T10:00:00Z, team-a/web",
    "2026-11-10T13:59:59.999999999Z, team-a/web",
    "2026-11-10T14:00:00Z, free",
    "2026-11-11T07:59:59Z, free",
    "2026-11-11T08:00:00Z, team-a/api",
  })
  void firstInstantCountsAndTheLastDoesNot(String when, String holder) {
    var answer = ask("10.40.1.17", when, WEB, API);

    assertThat(answer instanceof Answer.Held(_, var by) ? by.cluster().toString() : "free")
        .isEqualTo(holder);
  }

  @Test
  void firstAndLastAddressOfTheRangeCountToo() {
    assertThat(ask("10.40.1.16", "2026-11-12T00:00:00Z", API)).isInstanceOf(Answer.Held.class);
    assertThat(ask("10.40.1.23", "2026-11-12T00:00:00Z", API)).isInstanceOf(Answer.Held.class);
    assertThat(ask("10.40.1.24", "2026-11-12T00:00:00Z", API)).isInstanceOf(Answer.Free.class);
    assertThat(ask("10.40.1.15", "2026-11-12T00:00:00Z", API)).isInstanceOf(Answer.Free.class);
  }

  @Test
  void whatIsBeingReleasedIsStillHeld() {
    var leaving = claim("web", "Releasing", "2026-11-02T10:00:00Z", "");

    assertThat(ask("10.40.1.17", "2026-11-15T08:59:59Z", leaving)).isInstanceOf(Answer.Held.class);
  }

  @Test
  void freeTellsWhoHadItBefore() {
    assertThat(ask("10.40.1.17", "2026-11-10T20:00:00Z", WEB, API).sentence())
        .isEqualTo(
            "no record says that anybody had 10.40.1.17 of NetworkPool butler-system/lab then;"
                + " before, until 2026-11-10T14:00:00Z, it belonged to TenantCluster team-a/web");
    assertThat(ask("10.40.2.1", "2026-11-10T20:00:00Z", WEB).sentence())
        .isEqualTo(
            "no record says that anybody had 10.40.2.1 of NetworkPool butler-system/lab then");
  }

  @Test
  void twoRecordsAtOnceAreToldAsDamage() {
    var twin = claim("twin", "Allocated", "2026-11-12T00:00:00Z", "");

    assertThat(ask("10.40.1.17", "2026-11-13T00:00:00Z", API, twin).sentence())
        .isEqualTo(
            "the records say that 10.40.1.17 belonged to TenantCluster team-a/api (IPAllocation"
                + " butler-system/api-1) and TenantCluster team-a/twin (IPAllocation"
                + " butler-system/twin-1) at once; look at these IPAllocations");
  }

  @Test
  void beyondTheRetentionOnlyAKeptRecordKnows() {
    assertThat(ask("10.40.1.17", "2026-10-16T08:59:59Z", WEB).sentence())
        .isEqualTo(
            "it is not known who had 10.40.1.17 then: records are kept for 720 hours after"
                + " addresses were given back");
    assertThat(ask("10.40.1.17", "2026-10-16T09:00:00Z", WEB)).isInstanceOf(Answer.Free.class);
    var old = claim("old", "Allocated", "2026-02-01T00:00:00Z", "");
    assertThat(ask("10.40.1.17", "2026-03-01T00:00:00Z", old)).isInstanceOf(Answer.Held.class);
  }

  @Test
  void beforeThePoolAndInTheFutureNothingIsKnown() {
    assertThat(ask("10.40.1.17", "2025-12-31T23:59:59Z").sentence())
        .isEqualTo(
            "it is not known who had 10.40.1.17 then: NetworkPool butler-system/lab is there since"
                + " 2026-01-01T00:00:00Z");
    assertThat(ask("10.40.1.17", "2026-11-15T09:00:01Z", API)).isInstanceOf(Answer.Unknown.class);
  }

  @Test
  void addressesNobodyGivesOutAreToldApart() {
    assertThat(ask("192.168.1.1", "2026-11-10T00:00:00Z", API).sentence())
        .isEqualTo("192.168.1.1 is in no NetworkPool, and no record names it");
    assertThat(ask("10.40.0.0", "2026-11-10T00:00:00Z").sentence())
        .isEqualTo(
            "10.40.0.0 of NetworkPool butler-system/lab is not given out: the network address");
    assertThat(ask("10.40.5.1", "2026-11-10T00:00:00Z").sentence())
        .isEqualTo(
            "10.40.5.1 of NetworkPool butler-system/lab is not given out: it lies outside the"
                + " ranges of the pool");
  }

  @Test
  void recordThatForgotItsEndIsNotGuessedAt() {
    var broken = claim("web", "Released", "2026-11-02T10:00:00Z", "");

    assertThat(ask("10.40.1.17", "2026-11-01T00:00:00Z", broken)).isInstanceOf(Answer.Free.class);
    assertThat(ask("10.40.1.17", "2026-11-03T00:00:00Z", broken).sentence())
        .isEqualTo(
            "it is not known who had 10.40.1.17 then: IPAllocation butler-system/web-1 had it but"
                + " does not say until when");
  }
}
