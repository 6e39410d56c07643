package dev.butlerlabs.butler.steward.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.steward.store.driver.Driver;
import dev.butlerlabs.butler.steward.store.driver.Told;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.lang.reflect.Proxy;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StorePoolTest {

  private static final CertificateAuthority AUTHORITY =
      CertificateAuthority.selfSigned(
          "test", KeyKind.EC_P256, Duration.ofDays(1), Instant.EPOCH, new SecureRandom());

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private final AtomicInteger closed = new AtomicInteger();
  private final StorePool pool =
      new StorePool(_ -> driver(), TenantSettings.usual("test"), timeline);

  @Test
  void silentStoreIsLeftAloneAndOthersAreNot() {
    pool.know(access("bad"));
    pool.know(access("good"));
    assertThat(pool.call("bad", _ -> Told.done(0))).isEqualTo(Told.done(0));
    var asked = new AtomicInteger();

    for (var i = 0; i < 20; i++) {
      assertThat(pool.call("bad", _ -> silent(asked))).isInstanceOf(Told.Unreachable.class);
      assertThat(pool.call("good", _ -> Told.done(1))).isEqualTo(Told.done(1));
    }

    assertThat(asked).hasValue(3);
  }

  @Test
  void restEndsWithOneProbe() {
    pool.know(access("bad"));
    assertThat(pool.call("bad", _ -> Told.done(0))).isEqualTo(Told.done(0));
    var asked = new AtomicInteger();
    for (var i = 0; i < 5; i++) {
      pool.call("bad", _ -> silent(asked));
    }
    timeline.advance(Duration.ofSeconds(6));

    assertThat(pool.call("bad", _ -> Told.done(7))).isEqualTo(Told.done(7));
    assertThat(pool.call("bad", _ -> Told.done(8))).isEqualTo(Told.done(8));
    assertThat(asked).hasValue(3);
  }

  @Test
  void refusalIsAnAnswerAndOpensNoCircuit() {
    pool.know(access("strict"));
    for (var i = 0; i < 10; i++) {
      Told<Integer> refused = Told.refused("it", "said no", "");
      assertThat(pool.call("strict", _ -> refused)).isEqualTo(refused);
    }
  }

  @Test
  void storeDoesABoundedNumberOfThingsAtATime() throws InterruptedException {
    pool.know(access("busy"));
    assertThat(pool.call("busy", _ -> Told.done(1))).isEqualTo(Told.done(1));
    var busy = TenantSettings.usual("test").concurrent();
    var entered = new CountDownLatch(busy);
    var leave = new CountDownLatch(1);
    for (var i = 0; i < busy; i++) {
      Thread.ofVirtual().start(() -> pool.call("busy", _ -> waiting(entered, leave)));
    }
    entered.await();

    assertThat(pool.call("busy", _ -> Told.done(1))).isInstanceOf(Told.Unreachable.class);
    leave.countDown();
  }

  @Test
  void storeThatWasNeverHeardOfHoldsOneCallerOnly() throws InterruptedException {
    pool.know(access("dark"));
    var entered = new CountDownLatch(1);
    var leave = new CountDownLatch(1);
    var first = Thread.ofVirtual().start(() -> pool.call("dark", _ -> waiting(entered, leave)));
    entered.await();

    assertThat(pool.call("dark", _ -> Told.done(1))).isInstanceOf(Told.Unreachable.class);
    leave.countDown();
    first.join();
    assertThat(pool.call("dark", _ -> Told.done(1))).isEqualTo(Told.done(1));
  }

  @Test
  void otherAccessReplacesTheDriverAndTheSameDoesNot() {
    assertThat(pool.know(access("one"))).isTrue();
    assertThat(pool.know(access("one"))).isFalse();
    assertThat(closed).hasValue(0);
    var moved =
        new Access.Etcd("one", "uid", List.of("other:1"), AUTHORITY, AUTHORITY.credential());

    assertThat(pool.know(moved)).isTrue();

    assertThat(closed).hasValue(1);
  }

  @Test
  void storeNobodyKnowsIsUnreachable() {
    assertThat(pool.call("nowhere", _ -> Told.done(1))).isInstanceOf(Told.Unreachable.class);
  }

  private static Told<Integer> silent(AtomicInteger asked) {
    asked.incrementAndGet();
    return new Told.Unreachable<>(new Problem("it", "is silent", ""), Duration.ZERO);
  }

  private static Told<Integer> waiting(CountDownLatch entered, CountDownLatch leave) {
    entered.countDown();
    try {
      leave.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return Told.done(0);
  }

  private static Access access(String store) {
    return new Access.Etcd(store, "uid", List.of(store + ":1"), AUTHORITY, AUTHORITY.credential());
  }

  /** Does nothing but being closed. */
  private Driver driver() {
    return (Driver)
        Proxy.newProxyInstance(
            Driver.class.getClassLoader(),
            new Class<?>[] {Driver.class},
            (_, method, _) -> {
              assertThat(method.getName()).isEqualTo("close");
              closed.incrementAndGet();
              return null;
            });
  }
}
