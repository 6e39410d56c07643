package dev.butlerlabs.butler.providers.contracttests.harvester;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Provider.Opening;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Absent;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Ready;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Unclear;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Underway;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Boot;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Images on Harvester: their life, and every call of it broken. */
@OnRealApiServer
class HarvesterImagesContract {

  private static final ImageId ID =
      new ImageId("talos-1-12", "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11");
  private static final List<Mischief> BREAKAGE =
      List.of(
          Mischief.CUT_BEFORE,
          Mischief.CUT_AFTER,
          Mischief.HALF_ANSWER,
          Mischief.TWICE,
          Mischief.UNAVAILABLE,
          Mischief.THROTTLED);

  @SuppressWarnings("NullAway.Init") // set before each test
  private HarvesterStage stage;

  @SuppressWarnings("NullAway.Init") // set before each test
  private Driver driver;

  @BeforeEach
  void start(TestCluster cluster) {
    stage = new HarvesterStage(cluster);
    driver =
        switch (stage.provider().open(stage.account())) {
          case Opening.Opened(var opened) -> opened;
          case Opening.Refused(var fault) -> throw new AssertionError(fault.sentence());
        };
  }

  @AfterEach
  void stop() {
    driver.close();
    stage.close();
  }

  private ImageDriver images() {
    return driver.images().orElseThrow();
  }

  private static ImageOrder order(String url, @Nullable String sha256, TransferMode transfer) {
    return new ImageOrder(URI.create(url), "qcow2", sha256, Architecture.AMD64, transfer);
  }

  private static ImageOrder order() {
    return order("https://factory.example/talos.qcow2", null, TransferMode.DIRECT);
  }

  private ImageState until(Supplier<ImageState> verb, Predicate<? super ImageState> done) {
    for (var i = 0; i < 60; i++) {
      var state = verb.get();
      if (done.test(state)) {
        return state;
      }
      stage.time().advance(Duration.ofSeconds(5));
    }
    throw new AssertionError("after 60 polls still " + verb.get());
  }

  private Ready bring() {
    return (Ready) until(() -> images().ensure(ID, order(), Memo.NONE), Ready.class::isInstance);
  }

  private void end() {
    until(() -> images().remove(ID, Memo.NONE), Absent.class::isInstance);
  }

  @Test
  void anImageIsDownloadedAndMachinesStartFromIt() {
    var told = new ArrayList<ImageState>();
    var ready =
        until(
            () -> {
              told.add(images().ensure(ID, order(), Memo.NONE));
              return told.getLast();
            },
            Ready.class::isInstance);

    assertThat(told)
        .anyMatch(state -> state instanceof Underway(_, var doing, _) && doing.contains("%"));
    assertThat(images().observe(ID, Memo.NONE)).isEqualTo(ready);
    var from =
        new MachineOrder(
            new Hardware(1, 1024, 10, List.of()),
            Boot.unconfigured(((Ready) ready).reference()),
            new Addressing.Dhcp(),
            new Placement("demo", MachineRole.WORKER),
            Map.of());
    try (var life = new Life(stage, new MachineId("w-0", ID.uid()))) {
      life.run(from);
      life.end();
    }
    end();
    assertThat(images().observe(ID, Memo.NONE)).isEqualTo(new Absent());
  }

  @Test
  void ensuringAgainChangesNothing() {
    bring();
    stage.make(MischiefMaker.none());
    images().ensure(ID, order(), Memo.NONE);

    assertThat(stage.calls()).singleElement().matches(call -> call.startsWith("GET "));
  }

  @Test
  void aDownloadThatFailedIsToldAndBegunAnew() {
    var missing = order("https://factory.example/missing.qcow2", null, TransferMode.DIRECT);
    var state = until(() -> images().ensure(ID, missing, Memo.NONE), Unclear.class::isInstance);

    assertThat(((Unclear) state).fault())
        .isInstanceOfSatisfying(
            Fault.Failed.class, failed -> assertThat(failed.detail()).contains("404"));
    bring();
  }

  @Test
  void oneOfAnotherOwnerIsNeitherChangedNorRemoved() {
    bring();
    stage.harvester().disown();
    var before = stage.things();

    assertThat(images().observe(ID, Memo.NONE)).isEqualTo(new Absent());
    assertThat(images().remove(ID, Memo.NONE)).isEqualTo(new Absent());
    assertThat(images().ensure(ID, order(), Memo.NONE))
        .isInstanceOfSatisfying(
            Unclear.class,
            unclear -> assertThat(unclear.fault()).isInstanceOf(Fault.Conflict.class));
    assertThat(stage.things()).isEqualTo(before);
  }

  @Test
  void whatHarvesterCannotDoIsToldBefore() {
    assertThat(images().validate(order())).isEmpty();
    assertThat(images().validate(order("https://x.example/y", "00ff", TransferMode.PROXY)))
        .hasSize(2)
        .allSatisfy(fault -> assertThat(fault).isInstanceOf(Fault.Invalid.class));
  }

  @Test
  void aLifeSurvivesAnyBrokenCall() {
    stage.make(MischiefMaker.none());
    bring();
    end();
    var calls = stage.calls().size();
    for (var call = 1; call <= calls; call++) {
      for (var mischief : BREAKAGE) {
        stage.make(MischiefMaker.at(Map.of(call, mischief)));
        bring();
        end();
        assertThat(stage.things())
            .as("%s at call %d", mischief, call)
            .noneMatch(thing -> thing.startsWith("image talos-1-12"));
      }
    }
  }
}
