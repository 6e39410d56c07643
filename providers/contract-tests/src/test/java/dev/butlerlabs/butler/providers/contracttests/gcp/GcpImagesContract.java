package dev.butlerlabs.butler.providers.contracttests.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.providers.contracttests.ImageContract;
import dev.butlerlabs.butler.providers.contracttests.ImageScene;
import dev.butlerlabs.butler.providers.contracttests.StagedImages;
import dev.butlerlabs.butler.providers.gcp.machines.GcpPermissions;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
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
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Images on Google Cloud, made of archives in Cloud Storage: the contract, and what is Google's.
 */
class GcpImagesContract extends ImageContract {

  private static final ImageId ID = new ImageId(NAME, UID);
  private static final String FILE = "https://storage.googleapis.com/butler/talos.tar.gz";

  /** The project of the stage, with a file in Cloud Storage. */
  private static final class Scene extends StagedImages<GcpStage> {

    Scene() {
      super(new GcpStage(), "raw", Scene::images);
      stage().gcp().file(FILE);
    }

    private static List<String> images(GcpStage platform) {
      return platform.gcp().all("images").stream()
          .map(image -> image.path("name").asText())
          .toList();
    }

    @Override
    protected String source() {
      return FILE;
    }

    @Override
    protected String nowhere() {
      return FILE.replace("talos", "other");
    }

    @Override
    public void revoke() {
      super.revoke();
      stage().gcp().expireTokens();
    }

    @Override
    public void foreign(String name) {
      stage().gcp().image("butler-test", name, "other", 10);
    }
  }

  @Override
  protected ImageScene build() {
    return new Scene();
  }

  private GcpStage stage() {
    return ((Scene) scene).stage();
  }

  @Test
  void itIsNamedByItsSelfLinkAndNeedsTheRoleOfThePage() {
    var memo = Memo.NONE;
    try (var driver = open()) {
      var order = new URI[] {URI.create("gs://butler/talos.tar.gz"), URI.create(FILE)};
      ImageState state = new Absent();
      for (var i = 0; i < 30 && !(state instanceof Ready); i++) {
        state = images(driver).ensure(ID, order(order[i % 2]), memo);
        if (state instanceof Underway(_, _, var noted, var task)) {
          memo = noted;
          assertThat(task).isEqualTo(noted.text());
        }
        stage().time().advance(Duration.ofSeconds(10));
      }
      assertThat(state).isEqualTo(new Ready("projects/butler-test/global/images/" + NAME));
      for (var i = 0; i < 30 && !(state instanceof Absent); i++) {
        state = images(driver).remove(ID, memo);
        memo = state instanceof Underway(_, _, var noted, _) ? noted : memo;
        stage().time().advance(Duration.ofSeconds(10));
      }
    }
    var asked = new TreeSet<>(stage().gcp().permissionsAsked());
    asked.removeAll(GcpPermissions.MACHINES);
    assertThat(asked).as("the role").isEqualTo(new TreeSet<>(GcpPermissions.IMAGES));
  }

  private static ImageOrder order(URI source) {
    return new ImageOrder(source, "raw", null, Architecture.AMD64, TransferMode.DIRECT);
  }

  @Test
  void whatGoogleDoesNotOfferIsRefused() {
    var summed =
        new ImageOrder(
            URI.create("https://factory.example.com/talos.qcow2"),
            "qcow2",
            "00",
            Architecture.ARM64,
            TransferMode.PROXY);
    try (var driver = open()) {
      assertThat(images(driver).validate(summed))
          .hasSize(3)
          .allMatch(Fault.Invalid.class::isInstance);
      assertThat(images(driver).ensure(ID, summed, Memo.NONE)).isInstanceOf(Unclear.class);
    }
    assertThat(scene.names()).isEmpty();
  }

  @Test
  void anOrderWhoseAnswerWasLostIsStillRemoved() {
    try (var driver = open()) {
      scene.make((_, call) -> call.method().equals("POST") ? Mischief.CUT_AFTER : Mischief.NONE);
      assertThat(images(driver).ensure(ID, order(URI.create(FILE)), Memo.NONE))
          .isInstanceOf(Unclear.class);
      scene.make(MischiefMaker.none());
      ImageState state = new Unclear(new Fault.Unavailable("", ""));
      var memo = Memo.NONE;
      for (var i = 0; i < 30 && !(state instanceof Absent); i++) {
        state = images(driver).remove(ID, memo);
        memo = state instanceof Underway(_, _, var noted, _) ? noted : memo;
        stage().time().advance(Duration.ofSeconds(10));
      }
    }
    scene.time().advance(Duration.ofMinutes(5));
    assertThat(scene.names()).isEmpty();
  }
}
