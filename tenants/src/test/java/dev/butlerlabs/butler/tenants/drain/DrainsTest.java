package dev.butlerlabs.butler.tenants.drain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.tenants.access.AdminDoor;
import dev.butlerlabs.butler.tenants.access.AdminDoor.Inner;
import dev.butlerlabs.butler.tenants.drain.Drains.Progress;
import dev.butlerlabs.butler.tenants.drain.plan.DrainPolicy;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DrainsTest {

  private static final ObjectKey WEB = new ObjectKey("shop", "web");
  private static final ObjectKey PLANE = new ObjectKey("web-0b6e2c1a", "web");
  private static final Instant THEN = Instant.parse("2030-01-01T00:00:00Z");
  private static final Instant LATE = THEN.plus(Drains.LONGEST).plusSeconds(1);

  /** A process that did not lead meanwhile never heard that the first one was gone. */
  @Test
  void namesakeIsWaitedForAnew() {
    var drains = drains();
    assertThat(go(drains, "first", THEN)).isInstanceOf(Progress.Waits.class);
    Await.untilTrue(
        "nobody waits for the first any longer",
        () -> go(drains, "first", LATE) instanceof Progress.GivenUp);

    assertThat(go(drains, "second", LATE)).isInstanceOf(Progress.Waits.class);
  }

  private static Progress go(Drains drains, String uid, Instant now) {
    return drains.goOn(WEB, new Inner(PLANE, uid), DrainPolicy.LOAD_BALANCERS, now);
  }

  /** Nobody answers: the client is closed. */
  private static Drains drains() {
    var config = new ConfigBuilder().withMasterUrl("https://127.0.0.1:1").build();
    var client = Clients.connect(config, ClientSettings.named("test"));
    client.close();
    var tenants =
        new TenantClients(
            TenantSettings.usual("test"), new SteppedTimeline(THEN), new SimpleMeterRegistry());
    return new Drains(new AdminDoor(client, tenants, "admin.conf"));
  }
}
