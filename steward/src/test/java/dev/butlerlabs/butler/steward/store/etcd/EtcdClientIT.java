package dev.butlerlabs.butler.steward.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Span;
import dev.butlerlabs.butler.testkit.FreePort;
import dev.butlerlabs.butler.testkit.RealEtcd;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EtcdClientIT {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final RealEtcd etcd = RealEtcd.start();
  private final EtcdClient client = as(etcd, List.of(etcd.endpoint()));

  @BeforeAll
  void aFirstCall() {
    var began = System.nanoTime();
    assertThat(session().users().authenticationIsOn()).isEqualTo(Reply.answered(true));
    var took = Duration.ofNanos(System.nanoTime() - began);
    System.out.println("etcd: first call of the process after " + took.toMillis() + " ms");
  }

  @AfterAll
  void stop() {
    client.close();
    etcd.close();
  }

  @Test
  void pagesHoldToOneRevision() {
    for (var i = 0; i < 10; i++) {
      session().keys().put(Bytes.of("/pages/" + i), Bytes.of("first"), 0);
    }
    var span = Span.under(Bytes.of("/pages/"));
    var first = value(session().keys().page(span, 4, 0));
    session().keys().put(Bytes.of("/pages/7"), Bytes.of("second"), 0);
    session().keys().put(Bytes.of("/pages/99"), Bytes.of("new"), 0);

    var rest =
        value(session().keys().page(span.after(first.keys().getLast().key()), 0, first.revision()));

    assertThat(first.more()).isTrue();
    assertThat(first.count()).isEqualTo(10);
    assertThat(rest.keys())
        .hasSize(6)
        .allSatisfy(key -> assertThat(key.value()).isEqualTo(Bytes.of("first")));
  }

  @Test
  void createMakesAllOrNothing() {
    var one = new KeyValue(Bytes.of("/create/1"), Bytes.of("a"), 0, 0, 0, 0);
    var two = new KeyValue(Bytes.of("/create/2"), Bytes.of("b"), 0, 0, 0, 0);

    assertThat(session().keys().create(List.of(one))).isEqualTo(Reply.answered(true));
    assertThat(session().keys().create(List.of(one, two))).isEqualTo(Reply.answered(false));
    assertThat(value(session().keys().count(Span.under(Bytes.of("/create/")))).count())
        .isEqualTo(1);
    assertThat(session().keys().delete(Span.under(Bytes.of("/create/"))))
        .isEqualTo(Reply.answered(1L));
  }

  @Test
  void usersWithoutPasswordAndTheirRolesComeBackAsWritten() {
    var permission = Users.Permission.readAndWrite(Span.under(Bytes.of("/someone/")));
    assertThat(session().users().addRole("someone")).isEqualTo(Reply.answered(true));
    assertThat(session().users().addRole("someone").denied(Denial.ROLE_EXISTS)).isTrue();
    assertThat(session().users().permit("someone", permission)).isEqualTo(Reply.answered(true));
    assertThat(session().users().add("someone")).isEqualTo(Reply.answered(true));
    assertThat(session().users().add("someone").denied(Denial.USER_EXISTS)).isTrue();
    assertThat(session().users().grant("someone", "someone")).isEqualTo(Reply.answered(true));

    assertThat(session().users().permissionsOf("someone"))
        .isEqualTo(Reply.answered(List.of(permission)));
    assertThat(session().users().rolesOf("someone")).isEqualTo(Reply.answered(List.of("someone")));
    assertThat(session().users().rolesOf("nobody").denied(Denial.NO_SUCH_USER)).isTrue();
    assertThat(session().users().permissionsOf("nobody").denied(Denial.NO_SUCH_ROLE)).isTrue();
    assertThat(session().users().revoke("someone", "root").denied(Denial.ROLE_NOT_GRANTED))
        .isTrue();
    assertThat(session().users().forbid("someone", permission)).isEqualTo(Reply.answered(true));
    assertThat(
            session().users().forbid("someone", permission).denied(Denial.PERMISSION_NOT_GRANTED))
        .isTrue();
    assertThat(session().users().remove("someone")).isEqualTo(Reply.answered(true));
    assertThat(session().users().removeRole("someone")).isEqualTo(Reply.answered(true));
  }

  @Test
  void leasesSayHowLongTheyLive() {
    var lease = value(session().leases().grant(Duration.ofSeconds(1000)));
    session().keys().put(Bytes.of("/leased/a"), Bytes.of("x"), lease);

    assertThat(value(session().leases().life(lease)).granted()).isEqualTo(Duration.ofSeconds(1000));
    assertThat(value(session().keys().page(Span.under(Bytes.of("/leased/")), 0, 0)).keys())
        .allSatisfy(key -> assertThat(key.lease()).isEqualTo(lease));
    session().leases().revoke(lease);
    assertThat(value(session().keys().count(Span.under(Bytes.of("/leased/")))).count()).isZero();
    assertThat(value(session().leases().life(lease)).left()).isNegative();
  }

  @Test
  void conditionTellsVersionSizeAndQuota() {
    var condition = value(session().upkeep().condition());

    assertThat(condition.version()).matches("3\\.[56]\\.\\d+");
    assertThat(condition.size()).isGreaterThan(10_000);
    assertThat(condition.inUse()).isBetween(1L, condition.size());
    assertThat(condition.quota()).isEqualTo(2L << 30);
    assertThat(session().upkeep().alarms())
        .isEqualTo(Reply.answered(new Upkeep.Alarms(false, false)));
  }

  @Test
  void memberThatIsNotThereIsPassedOver() throws IOException {
    try (var both = as(etcd, List.of("127.0.0.1:" + FreePort.next(), etcd.endpoint()))) {
      assertThat(both.within(PATIENCE).users().authenticationIsOn())
          .isEqualTo(Reply.answered(true));
    }
  }

  @Test
  void serverThatNeverAnswersCostsNoMoreThanTheDeadline() throws IOException {
    try (var blackHole = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
        var lost = as(etcd, List.of("127.0.0.1:" + blackHole.getLocalPort()))) {
      var began = System.nanoTime();
      var reply = lost.within(Duration.ofMillis(300)).users().authenticationIsOn();

      assertThat(reply).isInstanceOf(Reply.Silent.class);
      assertThat(Duration.ofNanos(System.nanoTime() - began))
          .isBetween(Duration.ofMillis(200), Duration.ofSeconds(20));
    }
  }

  @Test
  void strangersCertificateIsNotBelieved() {
    var stranger =
        CertificateAuthority.selfSigned(
            "stranger", KeyKind.EC_P256, Duration.ofDays(1), Instant.now(), new SecureRandom());
    try (var lost =
        EtcdClient.of(
            List.of(etcd.endpoint()), TlsContext.of(etcd.root(), stranger.certificate()))) {
      assertThat(lost.within(PATIENCE).users().authenticationIsOn())
          .isInstanceOf(Reply.Silent.class);
    }
  }

  private Session session() {
    return client.within(PATIENCE);
  }

  private static EtcdClient as(RealEtcd etcd, List<String> endpoints) {
    return EtcdClient.of(endpoints, TlsContext.of(etcd.root(), etcd.authority().certificate()));
  }

  private static <T> T value(Reply<T> reply) {
    return switch (reply) {
      case Reply.Answered<T>(var value) -> value;
      default -> throw new AssertionError(reply);
    };
  }
}
