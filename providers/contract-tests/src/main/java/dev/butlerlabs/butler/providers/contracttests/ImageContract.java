package dev.butlerlabs.butler.providers.contracttests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Provider.Opening;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What every driver of images must show. A driver's own class says on which scene. */
public abstract class ImageContract extends CanaryContract<ImageScene> {

  private final AtomicBoolean wronglySummed = new AtomicBoolean();

  private ImageOrder order() {
    return wronglySummed.get() ? scene.wronglySummed() : scene.order();
  }

  @Override
  Course.Verbs verbs(Driver driver, String uid) {
    var images = images(driver);
    var id = new ImageId("talos-v1-12-2-amd64", uid);
    return new Course.Verbs() {
      @Override
      public Told observe(Memo memo) {
        return Told.of(images.observe(id, memo));
      }

      @Override
      public Told ensure(Memo memo) {
        return Told.of(images.ensure(id, order(), memo));
      }

      @Override
      public Told remove(Memo memo) {
        return Told.of(images.remove(id, memo));
      }
    };
  }

  private static ImageDriver images(Driver driver) {
    return driver.images().orElseThrow();
  }

  private Driver open() {
    return switch (scene.provider().open(scene.account())) {
      case Opening.Opened(var opened) -> opened;
      case Opening.Refused(var fault) -> throw new AssertionError(fault.sentence());
    };
  }

  @Test
  void anOrderThatCanBeDoneHasNoProblems() {
    try (var driver = open()) {
      assertThat(images(driver).validate(scene.order())).isEmpty();
    }
  }

  @Test
  void machinesCanStartFromIt() {
    try (var course = course(UID)) {
      var ready = (ImageState.Ready) course.ready().what();

      assertThat(scene.usable(ready.reference())).isTrue();
    }
  }

  @Test
  void aFileWithAnotherChecksumNeverBecomesAnImage() {
    wronglySummed.set(true);
    try (var course = course(UID)) {
      for (var i = 0; i < 30; i++) {
        course.ensure();
        course.pass();
      }

      assertThat(course.told())
          .noneMatch(Told.Ready.class::isInstance)
          .anySatisfy(
              told ->
                  assertThat(told)
                      .isInstanceOfSatisfying(
                          Told.Unclear.class,
                          unclear -> assertThat(unclear.fault().sentence()).contains("checksum")));
      course.end();
    }
    assertNothingLeft();
  }
}
