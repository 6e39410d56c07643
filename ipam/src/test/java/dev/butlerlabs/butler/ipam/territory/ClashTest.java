package dev.butlerlabs.butler.ipam.territory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ClashTest {

  @Test
  @DisplayName("point 8: a tenant's own use of what it holds is no clash, a stranger's is")
  void point8_onlyAStrangersUseClashes() {
    var pool = Written.pool("lab", "{cidr: 10.40.0.0/28}");
    var web =
        Written.object(
            TenantCluster.class,
            "team-a",
            "web",
            "spec: {}\nstatus: {controlPlaneEndpoint: '10.40.0.5:6443'}");
    var territory =
        Territory.of(
            pool.getSpec(), Lookout.around(pool, List.of(), List.of(), List.of(web), List.of()));

    assertThat(Clash.between(territory, List.of(held("10.40.0.4/30", "web")))).isEmpty();
    var clash = Clash.between(territory, List.of(held("10.40.0.4/30", "api")));
    assertThat(clash)
        .extracting(Clash::sentence)
        .containsExactly(
            "10.40.0.5/32 is held by IPAllocation butler-system/api-1 of TenantCluster team-a/api"
                + " and is the control plane endpoint of TenantCluster team-a/web");
    assertThat(clash.getFirst().inUseTwice()).isTrue();
  }

  @Test
  @DisplayName("point 10: what is reserved over held addresses is told with claim and address")
  void point10_reservedOverHeldIsTold() {
    var territory =
        Written.alone(
            "{cidr: 10.40.0.0/24, reserved: [{cidr: 10.40.0.16/30, description: printers}],"
                + " tenantAllocation: {start: 10.40.0.8, end: 10.40.0.99}}");

    var clashes =
        Clash.between(
            territory,
            List.of(
                held("10.40.0.96/29", "api"),
                held("10.40.0.14-10.40.0.17", "web"),
                held("10.40.0.40/29", "db")));

    assertThat(clashes)
        .extracting(Clash::sentence)
        .containsExactly(
            "10.40.0.16/31 is held by IPAllocation butler-system/web-1 of TenantCluster team-a/web"
                + " and is reserved (printers)",
            "10.40.0.100/30 is held by IPAllocation butler-system/api-1 of TenantCluster team-a/api"
                + " and is outside the ranges of the pool");
    assertThat(clashes).noneMatch(Clash::inUseTwice);
  }

  private static Held held(String range, String cluster) {
    return new Held(
        AddressRange.parse(range).require(),
        new ObjectKey("butler-system", cluster + "-1"),
        new ObjectKey("team-a", cluster));
  }
}
