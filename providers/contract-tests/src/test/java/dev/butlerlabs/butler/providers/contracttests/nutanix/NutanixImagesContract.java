package dev.butlerlabs.butler.providers.contracttests.nutanix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
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
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Images on Nutanix: fetched once, checked, found again, and gone without a trace. */
class NutanixImagesContract {

  private static final ImageId ID = new ImageId("talos-v1", "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11");
  private static final ImageId OTHER =
      new ImageId("talos-v1", "6d9f0b52-7f3e-4a53-9f0c-3d1f0e6a7b22");
  private static final String URL = "https://factory.example.com/image/abc/v1/nocloud-amd64.qcow2";
  private static final String SHA = "ab".repeat(32);

  private final NutanixStage stage = new NutanixStage("v3");
  private final Driver driver = open();
  private final ImageDriver images = driver.images().orElseThrow();
  private final Set<String> atFirst = things();
  private final List<ImageState> told = new ArrayList<>();
  private Memo stored = Memo.NONE;

  NutanixImagesContract() {
    stage.prism().source(URL, 2, SHA);
  }

  private Driver open() {
    return switch (stage.provider().open(stage.account())) {
      case Opening.Opened(var opened) -> opened;
      case Opening.Refused(var fault) -> throw new AssertionError(fault.sentence());
    };
  }

  @AfterEach
  void close() {
    driver.close();
    stage.close();
  }

  @Test
  void anImageIsFetchedAndMachinesCanStartFromIt() {
    var ready = fetched(order(SHA));

    assertThat(things()).contains("image talos-v1 COMPLETE " + ready.reference());
    assertThat(images.observe(ID, stored)).isEqualTo(ready);
    assertThat(images.ensure(ID, order(SHA), stored)).isEqualTo(ready);
    assertThat(images.observe(ID, Memo.NONE)).isEqualTo(ready);
    removed();
    assertThat(things()).isEqualTo(atFirst);
    assertThat(images.remove(ID, Memo.NONE)).isEqualTo(new Absent());
  }

  @Test
  void aWrongChecksumIsToldAndHealsWithTheRightOne() {
    for (var i = 0; i < 10; i++) {
      step(() -> images.ensure(ID, order("cd".repeat(32)), stored));
    }
    assertThat(told)
        .anySatisfy(
            state ->
                assertThat(state)
                    .isInstanceOfSatisfying(
                        Unclear.class,
                        unclear -> assertThat(unclear.fault().detail()).contains("checksum")))
        .noneMatch(Ready.class::isInstance);

    fetched(order(SHA));
    removed();
    assertThat(things()).isEqualTo(atFirst);
  }

  @Test
  void aSameNamedImageOfSomebodyElseIsNeverTouched() {
    var foreign = stage.prism().image("talos-v1", 1);
    var before = things();

    assertThat(images.observe(ID, Memo.NONE)).isEqualTo(new Absent());
    assertThat(images.ensure(ID, order(SHA), Memo.NONE))
        .isInstanceOfSatisfying(
            Unclear.class,
            unclear -> assertThat(unclear.fault()).isInstanceOf(Fault.Conflict.class));
    assertThat(images.remove(ID, Memo.NONE)).isEqualTo(new Absent());
    assertThat(things()).isEqualTo(before).anyMatch(thing -> thing.contains(foreign));
  }

  @Test
  void anImageOfAnotherOwnerIsNeitherAdoptedNorRemoved() {
    fetched(order(SHA));

    assertThat(images.observe(OTHER, Memo.NONE)).isEqualTo(new Absent());
    assertThat(images.ensure(OTHER, order(SHA), Memo.NONE)).isInstanceOf(Unclear.class);
    assertThat(images.remove(OTHER, Memo.NONE)).isEqualTo(new Absent());
    assertThat(images.observe(ID, stored)).isInstanceOf(Ready.class);
  }

  @Test
  void whatPrismCannotBringIsToldAllAtOnce() {
    var order =
        new ImageOrder(
            URI.create("ftp://example.com/x.vmdk"),
            "vmdk",
            null,
            Architecture.ARM64,
            TransferMode.PROXY);

    assertThat(images.validate(order)).hasSize(4).allMatch(Fault.Invalid.class::isInstance);
    assertThat(images.ensure(ID, order, Memo.NONE)).isInstanceOf(Unclear.class);
    assertThat(things()).isEqualTo(atFirst);
    assertThat(images.validate(order(null))).isEmpty();
  }

  @Test
  void anImageSurvivesAnyBrokenCall() {
    stage.make(MischiefMaker.none());
    fetched(order(SHA));
    removed();
    var calls = stage.calls().size();
    for (var call = 1; call <= calls; call++) {
      for (var mischief :
          List.of(Mischief.CUT_BEFORE, Mischief.CUT_AFTER, Mischief.TWICE, Mischief.THROTTLED)) {
        stage.make(MischiefMaker.at(Map.of(call, mischief)));
        fetched(order(SHA));
        removed();
        assertThat(things()).as("%s at call %d", mischief, call).isEqualTo(atFirst);
      }
    }
  }

  @Test
  void thePageNamesEveryCallAndPermission() {
    stage.make(MischiefMaker.none());
    fetched(order(SHA));
    removed();
    var seen = new TreeMap<String, String>();
    stage
        .calls()
        .forEach(call -> seen.put(stage.prism().named(call), stage.prism().permissionFor(call)));

    assertThat(NutanixPage.permissions(Pattern.compile("v3/(images|idempotence)"))).isEqualTo(seen);
  }

  /** Images and everything else. */
  private Set<String> things() {
    var all = new TreeSet<>(stage.things());
    all.addAll(stage.prism().images());
    return all;
  }

  private static ImageOrder order(@Nullable String sha256) {
    return new ImageOrder(
        URI.create(URL), "qcow2", sha256, Architecture.AMD64, TransferMode.DIRECT);
  }

  private Ready fetched(ImageOrder order) {
    return (Ready) until(() -> images.ensure(ID, order, stored), Ready.class);
  }

  private void removed() {
    until(() -> images.remove(ID, stored), Absent.class);
    stored = Memo.NONE;
  }

  private ImageState until(Supplier<ImageState> verb, Class<? extends ImageState> end) {
    for (var i = 0; i < 60; i++) {
      if (end.isInstance(step(verb))) {
        return told.getLast();
      }
    }
    throw new AssertionError("still " + told.getLast());
  }

  /** One call, its memo stored, and the time until the next. */
  private ImageState step(Supplier<ImageState> verb) {
    var state = verb.get();
    told.add(state);
    if (state instanceof Underway(_, _, var memo)) {
      stored = memo;
    }
    stage.time().advance(Duration.ofSeconds(15));
    return state;
  }
}
