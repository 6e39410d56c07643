package dev.butlerlabs.butler.providers.contracttests.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.providers.contracttests.ImageContract;
import dev.butlerlabs.butler.providers.contracttests.ImageScene;
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
import org.junit.jupiter.api.Test;

/** Images on AWS, imported from S3: the contract, and what is AWS's. */
class AwsImagesContract extends ImageContract {

  private static final ImageId ID = new ImageId(NAME, UID);

  @Override
  protected ImageScene build() {
    return new AwsImageScene();
  }

  private AwsStage stage() {
    return ((AwsImageScene) scene).stage();
  }

  private void end() {
    var memo = Memo.NONE;
    try (var driver = open()) {
      ImageState state = new Unclear(new Fault.Unavailable("", ""));
      for (var i = 0; i < 30 && !(state instanceof Absent); i++) {
        state = images(driver).remove(ID, memo);
        memo = state instanceof Underway(_, _, var noted, _) ? noted : memo;
        scene.time().advance(Duration.ofSeconds(10));
      }
      assertThat(state).isEqualTo(new Absent());
    }
  }

  @Test
  void imageAndSnapshotCarryTheOwnersTagsAndTheTaskIsTold() {
    var told = bring(scene.order(scene.sha256()));

    assertThat(last(told)).isInstanceOf(Ready.class);
    assertThat(stage().aws().images().get(NAME + "-" + UID))
        .containsEntry("butler.butlerlabs.dev/owner-uid", UID)
        .containsEntry("butler.butlerlabs.dev/sha256", scene.sha256())
        .containsEntry("Name", NAME);
    assertThat(stage().aws().snapshots().values())
        .singleElement()
        .satisfies(tags -> assertThat(tags).containsEntry("butler.butlerlabs.dev/owner-uid", UID));
    assertThat(told)
        .anyMatch(
            state ->
                state instanceof Underway(_, _, _, var task)
                    && task != null
                    && task.startsWith("import-snap-"));
  }

  /** Somebody who lost the memo still finds the snapshot below the image. */
  @Test
  void whatIsThereIsRemovedWithoutAMemo() {
    bring(scene.order(null));
    end();

    assertThat(scene.names()).isEmpty();
    assertThat(stage().aws().snapshots()).isEmpty();
  }

  @Test
  void anImageDeregisteredByHandIsMadeAgainAndNothingStaysBehind() {
    bring(scene.order(null));
    var memo = Memo.NONE;
    try (var driver = open()) {
      ImageState state = new Absent();
      stage().aws().deregister(NAME + "-" + UID);
      for (var i = 0; i < 40 && !(state instanceof Ready); i++) {
        state = images(driver).ensure(ID, scene.order(null), memo);
        memo = state instanceof Underway(_, _, var noted, _) ? noted : memo;
        scene.time().advance(Duration.ofSeconds(10));
      }
      assertThat(state).isInstanceOf(Ready.class);
    }
    end();
    assertThat(stage().aws().snapshots()).as("also that of the first import").isEmpty();
  }

  @Test
  void aCopyWithOurTagsAndAnotherNameIsNotOurs() {
    bring(scene.order(null));
    stage().aws().copy(NAME + "-" + UID, "my-copy");
    end();

    assertThat(scene.names()).containsExactly("my-copy");
  }

  @Test
  void whatEc2CannotImportIsToldAllAtOnce() {
    var order =
        new ImageOrder(
            URI.create("https://factory.example.com/talos.qcow2"),
            "qcow2",
            "00",
            Architecture.ARM64,
            TransferMode.PROXY);
    try (var driver = open()) {
      assertThat(images(driver).validate(order))
          .hasSize(4)
          .allMatch(Fault.Invalid.class::isInstance);
      assertThat(images(driver).ensure(ID, order, Memo.NONE)).isInstanceOf(Unclear.class);
      var elsewhere =
          ((AwsImageScene) scene).of("https://b12.s3.us-east-1.amazonaws.com/x.raw", null);
      assertThat(images(driver).validate(elsewhere))
          .singleElement()
          .satisfies(fault -> assertThat(fault.detail()).contains("us-east-1"));
      var odd = new ImageId("Talos: v1", UID);
      assertThat(images(driver).ensure(odd, scene.order(null), Memo.NONE))
          .isInstanceOfSatisfying(
              Unclear.class,
              unclear -> assertThat(unclear.fault().sentence()).contains("spec.displayName"));
    }
    assertThat(scene.names()).isEmpty();
  }

  @Test
  void armImagesAreRegisteredForUefi() {
    var arm =
        new ImageOrder(
            URI.create(AwsImageScene.URL), "raw", null, Architecture.ARM64, TransferMode.DIRECT);

    assertThat(last(bring(arm))).isInstanceOf(Ready.class);
  }

  @Test
  void aFileThatS3KeepsNoWholeChecksumOfIsToldBefore() {
    var key = AwsImageScene.KEY;
    stage().aws().fileInParts(AwsImageScene.BUCKET, key, 2, scene.sha256());
    try (var driver = open()) {
      assertThat(images(driver).validate(scene.order(scene.sha256())))
          .singleElement()
          .isInstanceOfSatisfying(
              Fault.Invalid.class, fault -> assertThat(fault.detail()).contains("in one piece"));
      stage().aws().file(AwsImageScene.BUCKET, key, 2, "");
      assertThat(images(driver).validate(scene.order(scene.sha256()))).hasSize(1);
      assertThat(images(driver).validate(scene.order(null))).isEmpty();
    }
  }

  @Test
  void anAccountWithoutTheRoleForImportsIsToldItsName() {
    stage().aws().importRole(false);

    assertThat(bring(scene.order(null)))
        .anySatisfy(
            state ->
                assertThat(state)
                    .isInstanceOfSatisfying(
                        Unclear.class,
                        unclear ->
                            assertThat(unclear.fault().sentence()).contains("role vmimport")));
  }
}
