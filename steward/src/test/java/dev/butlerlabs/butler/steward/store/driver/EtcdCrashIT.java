package dev.butlerlabs.butler.steward.store.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.steward.store.etcd.Bytes;
import dev.butlerlabs.butler.steward.store.etcd.Denial;
import dev.butlerlabs.butler.steward.store.etcd.EtcdClient;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Span;
import dev.butlerlabs.butler.steward.store.etcd.Reply;
import dev.butlerlabs.butler.steward.store.etcd.Session;
import dev.butlerlabs.butler.steward.store.etcd.Users;
import dev.butlerlabs.butler.steward.store.etcd.Users.Permission;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.RealEtcd;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Whoever is killed, and whenever: asked again, the driver ends where it would have ended. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EtcdCrashIT {

  private final RealEtcd etcd = RealEtcd.start();
  private final EtcdDriver driver = Corners.driver(etcd);
  private final EtcdClient root = Corners.root(etcd);

  @AfterAll
  void stop() {
    root.close();
    driver.close();
    etcd.close();
  }

  /** Each call of etcd happens or not, so these are all states a kill can leave behind. */
  @Test
  void driverKilledAfterAnyCallOfEnsureIsFinishedByTheNext() {
    var steps = making();
    for (var taken = 0; taken <= steps.size(); taken++) {
      var corner = Corners.named("made-" + taken);
      steps.subList(0, taken).forEach(step -> accept(step.apply(corner)));

      assertThat(driver.ensure(corner)).isInstanceOf(Told.Done.class);

      assertMade(corner);
    }
  }

  @Test
  void driverKilledAfterAnyCallOfRemoveIsFinishedByTheNext() {
    List<Function<Corner, Reply<?>>> steps =
        List.of(
            corner -> users().remove(corner.user()),
            corner -> users().removeRole(corner.schema()),
            corner -> session().keys().delete(new Span(key(corner, 0), key(corner, 3).next())),
            corner -> session().keys().delete(Span.under(EtcdDriver.prefix(corner))));
    for (var taken = 0; taken <= steps.size(); taken++) {
      var corner = Corners.named("unmade-" + taken);
      Corners.value(driver.ensure(corner));
      fill(corner);
      steps.subList(0, taken).forEach(step -> accept(step.apply(corner)));

      assertThat(driver.remove(corner)).isInstanceOf(Told.Done.class);

      assertGone(corner);
    }
  }

  @Test
  void storeKilledUnderEnsureAndRemoveLosesAndLeavesNothing() throws InterruptedException {
    var corners = IntStream.range(0, 40).mapToObj(i -> Corners.named("storm-" + i)).toList();
    var kills = new AtomicInteger();
    var over = new AtomicBoolean();
    var killer = Thread.ofPlatform().start(() -> killAgainAndAgain(over, kills));

    for (var corner : corners) {
      again(() -> driver.ensure(corner));
      again(() -> driver.ensure(corner));
    }
    var gone = corners.subList(0, 20);
    gone.forEach(corner -> again(() -> driver.remove(corner)));
    Await.untilTrue("three kills", Duration.ofMinutes(1), () -> kills.get() >= 3);
    over.set(true);
    killer.join();
    etcd.awaitReady();

    gone.forEach(this::assertGone);
    corners.subList(20, 40).forEach(this::assertMade);
    System.out.println("etcd: killed " + kills + " times under ensure and remove");
  }

  @Test
  void lookingAgainDisturbsNoOtherTenantsWrites() throws InterruptedException {
    var other = Corners.named("writer");
    Corners.value(driver.ensure(other));
    var known = Corners.named("known");
    Corners.value(driver.ensure(known));

    var making = disturbed(other, i -> driver.ensure(Corners.named("new-" + i)));
    var looking = disturbed(other, _ -> driver.ensure(known));

    System.out.printf(
        "etcd: of another tenant's writes %s failed while 30 tenants were made, %s while they were"
            + " looked at%n",
        making, looking);
    assertThat(looking).startsWith("0 of ");
  }

  /** How many of the tenant's writes fail while something is done thirty times. */
  private String disturbed(Corner tenant, Function<Integer, Told<?>> work)
      throws InterruptedException {
    var stop = new AtomicBoolean();
    var failed = new AtomicInteger();
    var written = new AtomicInteger();
    try (var client = Corners.tenant(etcd, driver, tenant)) {
      var writer =
          Thread.ofVirtual()
              .start(
                  () -> {
                    while (!stop.get()) {
                      var reply =
                          client
                              .within(Duration.ofSeconds(20))
                              .keys()
                              .put(key(tenant, 0), Bytes.of("x"), 0);
                      written.incrementAndGet();
                      if (!(reply instanceof Reply.Answered<Boolean>)) {
                        failed.incrementAndGet();
                      }
                    }
                  });
      for (var i = 0; i < 30; i++) {
        assertThat(work.apply(i)).isInstanceOf(Told.Done.class);
      }
      stop.set(true);
      writer.join();
    }
    return failed + " of " + written;
  }

  private void killAgainAndAgain(AtomicBoolean over, AtomicInteger kills) {
    try {
      while (!over.get() && kills.get() < 4) {
        etcd.awaitReady();
        etcd.kill();
        kills.incrementAndGet();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static <T> void again(Supplier<Told<T>> work) {
    Await.untilTrue(
        "the store does it", Duration.ofMinutes(2), () -> work.get() instanceof Told.Done<T>);
  }

  private List<Function<Corner, Reply<?>>> making() {
    return List.of(
        corner -> users().addRole(corner.schema()),
        corner -> users().permit(corner.schema(), permission(corner)),
        corner -> users().add(corner.user()),
        corner -> users().grant(corner.user(), corner.schema()));
  }

  private void assertMade(Corner corner) {
    assertThat(users().permissionsOf(corner.schema()))
        .isEqualTo(Reply.answered(List.of(permission(corner))));
    assertThat(users().rolesOf(corner.user())).isEqualTo(Reply.answered(List.of(corner.schema())));
  }

  private void assertGone(Corner corner) {
    assertThat(users().rolesOf(corner.user()).denied(Denial.NO_SUCH_USER)).isTrue();
    assertThat(users().permissionsOf(corner.schema()).denied(Denial.NO_SUCH_ROLE)).isTrue();
    assertThat(driver.count(corner)).isEqualTo(Told.done(0L));
  }

  private void fill(Corner corner) {
    for (var i = 0; i < 10; i++) {
      accept(session().keys().put(key(corner, i), Bytes.of("x"), 0));
    }
  }

  private static void accept(Reply<?> reply) {
    assertThat(reply).isInstanceOf(Reply.Answered.class);
  }

  private static Permission permission(Corner corner) {
    return Permission.readAndWrite(Span.under(EtcdDriver.prefix(corner)));
  }

  private static Bytes key(Corner corner, int number) {
    return EtcdDriver.prefix(corner).plus(Bytes.of("pods/" + number));
  }

  private Users users() {
    return session().users();
  }

  private Session session() {
    return root.within(Duration.ofSeconds(20));
  }
}
