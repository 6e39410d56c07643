package dev.butlerlabs.butler.providers.contracttests.nutanix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.providers.contracttests.ImageContract;
import dev.butlerlabs.butler.providers.contracttests.ImageScene;
import dev.butlerlabs.butler.providers.contracttests.StagedImages;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Absent;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Ready;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Unclear;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Underway;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Images on Nutanix, which Prism fetches and checks: the contract, and what is Prism's. */
class NutanixImagesContract extends ImageContract {

  private static final ImageId ID = new ImageId(NAME, UID);
  private static final ImageId THEIRS = new ImageId(NAME, OTHER);
  private static final String URL = "https://factory.example.com/image/abc/v1/nocloud-amd64.qcow2";

  /** Prism Central of the stage, and a factory it can reach. */
  private static final class Scene extends StagedImages<NutanixStage> {

    Scene() {
      super(new NutanixStage("v3"), "qcow2", Scene::images);
      stage().prism().source(URL, 2, sha256());
    }

    private static List<String> images(NutanixStage platform) {
      return platform.prism().images().stream().map(image -> image.split(" ", -1)[1]).toList();
    }

    @Override
    protected String source() {
      return URL;
    }

    @Override
    protected String nowhere() {
      return URL.replace("abc", "missing");
    }

    @Override
    public boolean checks() {
      return true;
    }

    @Override
    public void foreign(String name) {
      assertThat(stage().prism().image(name, 1)).isNotEmpty();
    }
  }

  @Override
  protected ImageScene build() {
    return new Scene();
  }

  private NutanixStage stage() {
    return ((Scene) scene).stage();
  }

  @Test
  void aNameThatAnotherOwnerHasIsAConflict() {
    try (var course = course(UID)) {
      course.ready();
      course.pass();
    }
    try (var driver = open()) {
      assertThat(images(driver).ensure(THEIRS, scene.order(null), Memo.NONE))
          .isInstanceOfSatisfying(
              Unclear.class,
              unclear -> assertThat(unclear.fault()).isInstanceOf(Fault.Conflict.class));
    }
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
    try (var driver = open()) {
      assertThat(images(driver).validate(order))
          .hasSize(4)
          .allMatch(Fault.Invalid.class::isInstance);
      assertThat(images(driver).ensure(ID, order, Memo.NONE)).isInstanceOf(Unclear.class);
    }
    assertThat(scene.names()).isEmpty();
  }

  @Test
  void thePageNamesEveryCallAndPermission() {
    stage().make(MischiefMaker.none());
    live();
    var seen = new TreeMap<String, String>();
    stage()
        .calls()
        .forEach(
            call -> seen.put(stage().prism().named(call), stage().prism().permissionFor(call)));

    assertThat(NutanixPage.permissions(Pattern.compile("v3/(images|idempotence)"))).isEqualTo(seen);
  }

  private void live() {
    try (var driver = open()) {
      ImageState state = new Absent();
      var memo = Memo.NONE;
      for (var i = 0; i < 30 && !(state instanceof Ready); i++) {
        state = images(driver).ensure(ID, scene.order(scene.sha256()), memo);
        memo = state instanceof Underway(_, _, var noted, _) ? noted : memo;
        stage().time().advance(Duration.ofSeconds(15));
      }
      assertThat(state).isInstanceOf(Ready.class);
      for (var i = 0; i < 30 && !(state instanceof Absent); i++) {
        state = images(driver).remove(ID, memo);
        stage().time().advance(Duration.ofSeconds(15));
      }
    }
    assertThat(scene.names()).isEmpty();
  }
}
