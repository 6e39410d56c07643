package dev.butlerlabs.butler.ipam.demand.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.ipam.address.Family;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("point 16: demand is counted in addresses that are ours to give")
class ServiceDemandTest {

  private static final Claim OURS = Claims.initial(1, "10.0.0.0/30");

  @Test
  void serviceThatWaitsNeedsOneAddress() {
    var demand = demand(service("web"));

    assertThat(demand.needed()).isEqualTo(Map.of(Family.IPV4, 1));
    assertThat(demand.waiting()).extracting(one -> one.getMetadata().getName()).contains("web");
  }

  @Test
  void addressInUseIsNeededAndItsClaimUsed() {
    var demand = demand(has(service("web"), "10.0.0.1"), has(service("db"), "10.0.0.2"));

    assertThat(demand.needed()).isEqualTo(Map.of(Family.IPV4, 2));
    assertThat(demand.used()).containsExactly("c1");
    assertThat(demand.waiting()).isEmpty();
  }

  @Test
  void addressOfSomebodyElseIsNotOurs() {
    assertThat(demand(has(service("web"), "192.0.2.1")).needed()).isEmpty();
  }

  @Test
  void point16_serviceOfAnotherClassNeedsNothing() {
    var other = with(service("web"), it -> it.editSpec().withLoadBalancerClass("x/y").endSpec());

    assertThat(demand(other).needed()).isEmpty();
  }

  @Test
  void point16_serviceWithAForeignAddressNeedsNothing() {
    var byField =
        with(service("web"), it -> it.editSpec().withLoadBalancerIP("192.0.2.1").endSpec());

    assertThat(demand(byField).needed()).isEmpty();
    assertThat(demand(annotated("metallb.io/loadBalancerIPs", "192.0.2.1")).needed()).isEmpty();
    assertThat(demand(annotated("metallb.universe.tf/loadBalancerIPs", "192.0.2.1")).needed())
        .isEmpty();
  }

  @Test
  void point16_requestedAddressOfOursIsNeededOnce() {
    var taken = has(service("web"), "10.0.0.1");
    var same = annotated("metallb.io/loadBalancerIPs", "10.0.0.1");
    var other = annotated("metallb.io/loadBalancerIPs", "10.0.0.2");

    assertThat(demand(taken, same).needed()).isEqualTo(Map.of(Family.IPV4, 1));
    assertThat(demand(taken, other).needed()).isEqualTo(Map.of(Family.IPV4, 2));
  }

  @Test
  void point16_serviceWithAForeignPoolNeedsNothing() {
    assertThat(demand(annotated("metallb.io/address-pool", "mine")).needed()).isEmpty();
    assertThat(demand(annotated("metallb.universe.tf/address-pool", "mine")).needed()).isEmpty();
    assertThat(demand(annotated("metallb.io/address-pool", "default-pool")).needed()).hasSize(1);
  }

  @Test
  void point16_deletedServiceNeedsNothingNewButKeepsWhatItHas() {
    UnaryOperator<ServiceBuilder> deleted =
        it -> it.editMetadata().withDeletionTimestamp("2030-01-01T00:00:00Z").endMetadata();

    assertThat(demand(with(service("web"), deleted)).needed()).isEmpty();
    assertThat(demand(with(has(service("web"), "10.0.0.1"), deleted)).used()).contains("c1");
  }

  @Test
  void point16_servicesThatShareAnAddressNeedOne() {
    var one = port(annotated("metallb.io/allow-shared-ip", "k"), 80);
    var other = port(annotated("metallb.universe.tf/allow-shared-ip", "k"), 443);
    var clash = port(annotated("metallb.io/allow-shared-ip", "k"), 80);

    assertThat(demand(one, other).needed()).isEqualTo(Map.of(Family.IPV4, 1));
    assertThat(demand(one, other, clash).needed()).isEqualTo(Map.of(Family.IPV4, 2));
    assertThat(demand(has(one, "10.0.0.1"), other).needed()).isEqualTo(Map.of(Family.IPV4, 1));
  }

  @Test
  void point16_localTrafficIsSharedByOneSelectorOnly() {
    var one = local(port(annotated("metallb.io/allow-shared-ip", "k"), 80), "web");
    var other = local(port(annotated("metallb.io/allow-shared-ip", "k"), 443), "db");

    assertThat(demand(one, other).needed()).isEqualTo(Map.of(Family.IPV4, 2));
  }

  @Test
  void familiesAreCountedApart() {
    var dual =
        with(
            service("web"),
            it ->
                it.editSpec()
                    .withIpFamilies("IPv4", "IPv6")
                    .withIpFamilyPolicy("PreferDualStack")
                    .endSpec());

    assertThat(demand(dual).needed()).isEqualTo(Map.of(Family.IPV4, 1));
    assertThat(
            ServiceDemand.of(List.of(dual), List.of(OURS), Set.of(Family.IPV4, Family.IPV6))
                .needed())
        .isEqualTo(Map.of(Family.IPV4, 1, Family.IPV6, 1));
  }

  @Test
  @DisplayName("point 22: a block in use is seen as such however large it is")
  void point22_useIsSeenInBlocksOfAnySize() {
    var large = Claims.grown(2, "10.8.0.0/14");
    var huge = Claims.grown(3, "2001:db8::/64");
    var services =
        List.of(has(service("web"), "10.11.255.254"), has(service("six"), "2001:db8::ffff:0:1"));

    var demand = ServiceDemand.of(services, List.of(large, huge), Set.of());

    assertThat(demand.used()).containsExactlyInAnyOrder("c2", "c3");
  }

  @Test
  void serviceOnABlockThatIsLeavingNeedsAnotherAddress() {
    var leaving = Claims.in(OURS, Claim.State.LEAVING);

    var demand =
        ServiceDemand.of(List.of(has(service("web"), "10.0.0.1")), List.of(leaving), Set.of());

    assertThat(demand.needed()).isEqualTo(Map.of(Family.IPV4, 1));
    assertThat(demand.used()).isEmpty();
  }

  @Test
  void serviceOfAnotherTypeOrWithAHostNameNeedsNothing() {
    var plain = with(service("web"), it -> it.editSpec().withType("ClusterIP").endSpec());
    var named =
        with(
            service("web"),
            it ->
                it.withNewStatus()
                    .withNewLoadBalancer()
                    .addNewIngress()
                    .withHostname("lb.example.com")
                    .endIngress()
                    .endLoadBalancer()
                    .endStatus());

    assertThat(demand(plain, named).needed()).isEmpty();
  }

  private static Demand.Known demand(Service... services) {
    return ServiceDemand.of(List.of(services), List.of(OURS), Set.of(Family.IPV4));
  }

  private static Service service(String name) {
    return new ServiceBuilder()
        .withNewMetadata()
        .withNamespace("shop")
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withType("LoadBalancer")
        .endSpec()
        .build();
  }

  private static Service annotated(String key, String value) {
    return with(
        service("wants"), it -> it.editMetadata().addToAnnotations(key, value).endMetadata());
  }

  private static Service port(Service service, int port) {
    return with(service, it -> it.editSpec().addNewPort().withPort(port).endPort().endSpec());
  }

  private static Service local(Service service, String app) {
    return with(
        service,
        it -> it.editSpec().withExternalTrafficPolicy("Local").addToSelector("app", app).endSpec());
  }

  private static Service has(Service service, String address) {
    return with(
        service,
        it ->
            it.withNewStatus()
                .withNewLoadBalancer()
                .addNewIngress()
                .withIp(address)
                .endIngress()
                .endLoadBalancer()
                .endStatus());
  }

  private static Service with(Service service, UnaryOperator<ServiceBuilder> change) {
    return change.apply(new ServiceBuilder(service)).build();
  }
}
