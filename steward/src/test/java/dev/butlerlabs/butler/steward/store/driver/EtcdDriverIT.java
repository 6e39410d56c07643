package dev.butlerlabs.butler.steward.store.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.butlerlabs.butler.steward.store.etcd.Bytes;
import dev.butlerlabs.butler.steward.store.etcd.Denial;
import dev.butlerlabs.butler.steward.store.etcd.EtcdClient;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Span;
import dev.butlerlabs.butler.steward.store.etcd.Reply;
import dev.butlerlabs.butler.steward.store.etcd.Session;
import dev.butlerlabs.butler.steward.store.etcd.Users.Permission;
import dev.butlerlabs.butler.testkit.RealEtcd;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.cert.CertificateParsingException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EtcdDriverIT {

  private final RealEtcd etcd = RealEtcd.start();
  private final EtcdDriver driver = Corners.driver(etcd);
  private final EtcdClient root = Corners.root(etcd);

  @AfterAll
  void stop() {
    root.close();
    driver.close();
    etcd.close();
  }

  @Test
  void healthTellsWhatTheStoreIs() {
    var health = Corners.value(driver.health());

    assertThat(health.authenticated()).isTrue();
    assertThat(health.version()).startsWith("3.");
    assertThat(health.limit()).isEqualTo(2L << 30);
    assertThat(health.alarms()).isEmpty();
  }

  @Test
  void cornerIsUsableByItsLoginAndByThatAlone() {
    var corner = Corners.named("usable");
    var place = Corners.value(driver.ensure(corner));
    try (var tenant = Corners.tenant(etcd, driver, corner)) {
      var own = Bytes.of(place.prefix() + "/pods/x");

      assertThat(session(tenant).keys().put(own, Bytes.of("1"), 0)).isEqualTo(Reply.answered(true));
      assertThat(
              session(tenant)
                  .keys()
                  .put(Bytes.of("/elsewhere"), Bytes.of("1"), 0)
                  .denied(Denial.PERMISSION_DENIED))
          .isTrue();
    }
  }

  @Test
  void ensuringTwiceChangesNothing() {
    var corner = Corners.named("twice");
    driver.ensure(corner);
    var before = rights(corner);

    assertThat(driver.ensure(corner)).isInstanceOf(Told.Done.class);

    assertThat(rights(corner)).isEqualTo(before);
  }

  @Test
  void rightsThatGrewAreCutBack() {
    var corner = Corners.named("grown");
    driver.ensure(corner);
    var users = session(root).users();
    users.permit(corner.schema(), Permission.readAndWrite(Span.under(Bytes.of("/"))));
    users.grant(corner.user(), "root");

    driver.ensure(corner);

    assertThat(users.permissionsOf(corner.schema()))
        .isEqualTo(
            Reply.answered(
                List.of(Permission.readAndWrite(Span.under(EtcdDriver.prefix(corner))))));
    assertThat(users.rolesOf(corner.user())).isEqualTo(Reply.answered(List.of(corner.schema())));
  }

  @Test
  void loginIsForClientsOnlyAndLastsAYear() throws CertificateParsingException {
    var corner = Corners.named("login");
    var now = Instant.parse("2030-01-01T00:00:00Z");

    var login = Corners.credential(driver, corner, now).certificate();

    assertThat(login.getSubjectX500Principal().getName()).isEqualTo("CN=" + corner.user());
    assertThat(login.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
    assertThat(login.getNotAfter().toInstant()).isEqualTo(now.plus(Duration.ofDays(365)));
    assertThat(login.getBasicConstraints()).isEqualTo(-1);
  }

  @Test
  void removingLeavesNothingAndSparesTheNeighbour() {
    var corner = Corners.named("leaving");
    var neighbour = Corners.named("staying");
    driver.ensure(corner);
    driver.ensure(neighbour);
    fill(corner, "pods", 2_500, 20);
    fill(neighbour, "pods", 10, 20);

    assertThat(driver.remove(corner)).isEqualTo(Told.done(2_500L));

    assertThat(driver.count(corner)).isEqualTo(Told.done(0L));
    assertThat(driver.count(neighbour)).isEqualTo(Told.done(10L));
    assertThat(session(root).users().rolesOf(corner.user()).denied(Denial.NO_SUCH_USER)).isTrue();
    assertThat(session(root).users().permissionsOf(corner.schema()).denied(Denial.NO_SUCH_ROLE))
        .isTrue();
    assertThat(driver.remove(corner)).isEqualTo(Told.done(0L));
  }

  @Test
  void loginOfARemovedTenantOpensNothing() {
    var corner = Corners.named("removed");
    driver.ensure(corner);
    try (var tenant = Corners.tenant(etcd, driver, corner)) {
      var key = Bytes.of("/" + corner.schema() + "/x");
      assertThat(session(tenant).keys().put(key, Bytes.of("1"), 0)).isEqualTo(Reply.answered(true));
      driver.remove(corner);

      assertThat(session(tenant).keys().put(key, Bytes.of("1"), 0))
          .isInstanceOf(Reply.Denied.class);
    }
    assertThat(driver.count(corner)).isEqualTo(Told.done(0L));
  }

  @Test
  void useIsExactForSmallKindsAndCloseForLargeOnes() {
    var corner = Corners.named("measured");
    driver.ensure(corner);
    var exact = fill(corner, "pods", 700, 1_000) + fill(corner, "secrets", 9, 5_000);
    exact += fill(corner, "apiextensions.k8s.io/customresourcedefinitions", 5, 30_000);

    var use = Corners.value(driver.use(corner));

    assertThat(use.keys()).isEqualTo(714);
    assertThat(use.bytes()).isCloseTo(exact, within(exact / 50));
  }

  @Test
  void storeThatNeverAnswersCostsTheDeadlineAndNoMore() throws IOException {
    try (var blackHole = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
        var lost =
            Corners.driver(
                etcd, List.of("127.0.0.1:" + blackHole.getLocalPort()), Duration.ofMillis(300))) {
      var began = System.nanoTime();
      var told = lost.ensure(Corners.named("lost"));

      assertThat(told).isInstanceOf(Told.Unreachable.class);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
    }
  }

  @Test
  void cornerThatMayNotBeIsRefusedBeforeAnybodyIsAsked() {
    var bad = new Corner(Corners.named("x").owner(), Corners.named("x").uid(), "a/b", "root");

    assertThat(driver.ensure(bad)).isInstanceOf(Told.Refused.class);
    assertThat(driver.remove(bad)).isInstanceOf(Told.Refused.class);
    assertThat(driver.login(bad, Instant.EPOCH)).isInstanceOf(Told.Refused.class);
  }

  private String rights(Corner corner) {
    return session(root).users().permissionsOf(corner.schema())
        + " "
        + session(root).users().rolesOf(corner.user());
  }

  /** Writes so many keys of about that size, and answers their bytes. */
  private long fill(Corner corner, String kind, int count, int size) {
    var sum = 0L;
    for (var i = 0; i < count; i++) {
      var key = Bytes.of("/" + corner.schema() + "/" + kind + "/default/object-" + i);
      var value = Bytes.of("x".repeat(size + i % 7));
      assertThat(session(root).keys().put(key, value, 0)).isEqualTo(Reply.answered(true));
      sum += key.length() + value.length();
    }
    return sum;
  }

  private static Session session(EtcdClient client) {
    return client.within(Duration.ofSeconds(20));
  }
}
