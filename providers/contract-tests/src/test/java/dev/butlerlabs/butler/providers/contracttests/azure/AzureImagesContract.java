package dev.butlerlabs.butler.providers.contracttests.azure;

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
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Images of Azure on its stand-in. */
class AzureImagesContract {

  private static final ImageId ID =
      new ImageId("talos-1-12-2", "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11");
  private static final ImageId OTHER =
      new ImageId("talos-1-12-2", "6d9f0b52-7f3e-4a53-9f0c-3d1f0e6a7b22");
  private static final String BLOB = "https://lab001.blob.core.windows.net/images/talos.vhd";

  private final AzureStage stage = new AzureStage();
  private final Set<String> atFirst = stage.things();

  @SuppressWarnings("NullAway.Init") // set before each test
  private Driver driver;

  @BeforeEach
  void open() {
    driver =
        switch (stage.provider().open(stage.account())) {
          case Opening.Opened(var opened) -> opened;
          case Opening.Refused(var fault) -> throw new AssertionError(fault.sentence());
        };
  }

  @AfterEach
  void close() {
    driver.close();
    stage.close();
  }

  private ImageDriver images() {
    return driver.images().orElseThrow();
  }

  private static ImageOrder of(String source, @Nullable String sha256) {
    return new ImageOrder(
        URI.create(source), "raw", sha256, Architecture.AMD64, TransferMode.DIRECT);
  }

  private ImageState until(Supplier<ImageState> verb, Class<?> end) {
    ImageState state = new Absent();
    for (var i = 0; i < 60; i++) {
      state = verb.get();
      if (end.isInstance(state)) {
        return state;
      }
      stage.time().advance(Duration.ofSeconds(10));
    }
    throw new AssertionError("after 60 polls still " + state);
  }

  private Ready ready(ImageId id) {
    return (Ready) until(() -> images().ensure(id, of(BLOB, null), Memo.NONE), Ready.class);
  }

  private void gone(ImageId id) {
    until(() -> images().remove(id, Memo.NONE), Absent.class);
  }

  @Test
  void aBlobBecomesAnImageThatMachinesStartFrom() {
    assertThat(images().observe(ID, Memo.NONE)).isEqualTo(new Absent());
    var ready = ready(ID);

    assertThat(ready.reference()).endsWith("/images/talos-1-12-2-" + ID.uid() + "-image");
    assertThat(images().observe(ID, Memo.NONE)).isEqualTo(ready);
    var image = stage.azure().body(ready.reference());
    assertThat(image.at("/properties/storageProfile/osDisk/blobUri").asText()).isEqualTo(BLOB);
    assertThat(image.at("/properties/hyperVGeneration").asText()).isEqualTo("V2");
    stage.make(MischiefMaker.none());
    assertThat(ready(ID)).isEqualTo(ready);
    assertThat(stage.calls()).allMatch(stage::reads);

    gone(ID);
    assertThat(stage.things()).isEqualTo(atFirst);
  }

  @Test
  void whatAzureCannotFetchOrCheckIsRefused() {
    assertThat(images().validate(of(BLOB, null))).isEmpty();
    for (var order :
        List.of(
            of("https://factory.talos.dev/image/x/v1.12.2/azure-amd64.vhd.xz", null),
            of(BLOB, "ab".repeat(32)))) {
      assertThat(images().validate(order)).singleElement().isInstanceOf(Fault.Invalid.class);
      assertThat(images().ensure(ID, order, Memo.NONE)).isInstanceOf(Unclear.class);
    }
    assertThat(stage.things()).isEqualTo(atFirst);
  }

  @Test
  void aBlobThatIsNotThereIsToldAndCanBeRemoved() {
    var order = of(BLOB.replace("talos", "missing"), null);
    var state = until(() -> images().ensure(ID, order, Memo.NONE), Unclear.class);

    assertThat(((Unclear) state).fault()).isInstanceOf(Fault.Failed.class);
    gone(ID);
    assertThat(stage.things()).isEqualTo(atFirst);
  }

  @Test
  void twoOwnersOfOneNameNeverMeet() {
    var mine = ready(ID);

    assertThat(images().observe(OTHER, Memo.NONE)).isEqualTo(new Absent());
    ready(OTHER);
    gone(OTHER);

    assertThat(images().observe(ID, Memo.NONE)).isEqualTo(mine);
  }

  @Test
  void aLifeSurvivesAnyBrokenCall() {
    stage.make(MischiefMaker.none());
    ready(ID);
    gone(ID);
    var calls = stage.calls().size();
    for (var call = 1; call <= calls; call++) {
      for (var mischief : List.of(Mischief.CUT_BEFORE, Mischief.CUT_AFTER, Mischief.TWICE)) {
        stage.make(MischiefMaker.at(Map.of(call, mischief)));
        ready(ID);
        gone(ID);
        assertThat(stage.things()).as("%s at call %d", mischief, call).isEqualTo(atFirst);
      }
    }
  }
}
