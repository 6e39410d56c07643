package dev.butlerlabs.butler.ipam.announce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A real API server stands for the tenant too; the test plays MetalLB and the pools. */
@OnRealApiServer
class AnnounceIT {

  private Town town;

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    town = new Town(cluster, Files.readString(cluster.kubeconfig()));
  }

  @AfterEach
  void close() {
    town.close();
  }

  @Test
  @DisplayName("what the claims hold is announced, and put back when somebody edits it")
  void announcedRangesFollowTheClaimsAndEditsAreUndone() {
    town.balancer("1.0.0");
    town.claim("first", "10.41.0.1", "10.41.0.4");
    town.awaitPool("[\"10.41.0.1-10.41.0.4\"]");
    town.awaitAdvertised("[\"default-pool\"]");
    town.awaitCluster("AddressesAnnounced", "True InStep 10.41.0.1-10.41.0.4");

    town.claim("second", "fd00:41::1", "fd00:41::2");
    town.awaitPool("[\"10.41.0.1-10.41.0.4\",\"fd00:41::1-fd00:41::2\"]");

    town.tenant("patch", "ipaddresspool", "default-pool", "--type=merge", "-p", Town.STOLEN);
    town.awaitPool("[\"10.41.0.1-10.41.0.4\",\"fd00:41::1-fd00:41::2\"]");
    town.tenant("delete", "l2advertisement", "default");
    town.awaitAdvertised("[\"default-pool\"]");
  }

  @Test
  @DisplayName("point 3: addresses are told to be withdrawn only when nobody has them any more")
  void point3_addressesAreWithdrawnWhenNoServiceHasThemAnyMore() {
    town.balancer("1.0.0");
    town.claim("first", "10.42.0.1", "10.42.0.4");
    town.claim("second", "10.42.0.8", "10.42.0.9");
    town.awaitPool("[\"10.42.0.1-10.42.0.4\",\"10.42.0.8-10.42.0.9\"]");
    town.service("web", "10.42.0.9");

    town.release("second");

    town.awaitPool("[\"10.42.0.1-10.42.0.4\"]");
    town.awaitClaim(
        "second", "Withdrawn", "False InUse Service %s/web still has an address of 10.42.0.8/31");
    town.tenant("delete", "service", "web");
    town.awaitClaim("second", "Withdrawn", "True NotAnnounced nobody in the cluster has");
    assertThat(town.told("first", "Withdrawn")).isEmpty();
  }

  @Test
  @DisplayName("point 6: with the last range everything of ours goes, and a pool by hand counts")
  void point6_lastRangeIsWithdrawnAndAPoolOfSomebodyElseHoldsItsAddresses() {
    town.balancer("1.0.0");
    town.claim("only", "10.43.0.1", "10.43.0.4");
    town.awaitPool("[\"10.43.0.1-10.43.0.4\"]");
    town.poolByHand("mine", "10.43.0.0/29");

    town.release("only");

    town.awaitGone("ipaddresspool", "default-pool");
    town.awaitGone("l2advertisement", "default");
    town.awaitCluster("AddressesAnnounced", "True NoAddresses the cluster has no addresses");
    town.awaitClaim("only", "Withdrawn", "False InUse IPAddressPool %s/mine still has");
    town.tenant("delete", "ipaddresspool", "mine");
    town.awaitClaim("only", "Withdrawn", "True NotAnnounced");
  }

  @Test
  @DisplayName("point 3: a cluster without a load balancer announces nothing, after a look")
  void point3_clusterWithoutALoadBalancerGivesBackAfterALook() {
    town.claim("only", "10.44.0.1", "10.44.0.4");
    town.service("web", "10.44.0.2");

    town.release("only");

    town.awaitClaim("only", "Withdrawn", "False InUse Service %s/web");
    town.tenant("delete", "service", "web");
    town.awaitClaim("only", "Withdrawn", "True NotAnnounced");
  }

  @Test
  @DisplayName("a pool that somebody else made under our name is left alone, and told")
  void poolOfSomebodyElseUnderOurNameIsLeftAlone() {
    town.poolByHand("default-pool", "192.0.2.0/28");
    town.balancer("1.0.0");
    town.claim("first", "10.45.0.1", "10.45.0.4");

    town.awaitCluster("AddressesAnnounced", "False Conflict ");
    assertThat(town.pool()).isEqualTo("[\"192.0.2.0/28\"]");

    town.tenant("delete", "ipaddresspool", "default-pool");
    town.awaitPool("[\"10.45.0.1-10.45.0.4\"]");
  }

  @Test
  @DisplayName("point 3: while a tenant does not answer nothing is told to be withdrawn")
  void point3_tenantThatDoesNotAnswerKeepsItsAddresses() {
    town.unreachable();
    town.claim("only", "10.46.0.1", "10.46.0.4");

    town.release("only");

    town.awaitClaim("only", "Withdrawn", "Unknown NotLooked");
    town.reachable();
    town.awaitClaim("only", "Withdrawn", "True NotAnnounced");
  }

  @Test
  @DisplayName("addresses that the order names by hand are announced where no pool gives any")
  void addressesNamedByHandAreAnnounced() {
    town.byHand("10.47.0.1", "10.47.0.2");
    town.balancer("1.0.0");

    town.awaitPool("[\"10.47.0.1-10.47.0.2\"]");
  }
}
