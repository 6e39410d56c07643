package dev.butlerlabs.butler.providers.contracttests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.contracttests.Told.Absent;
import dev.butlerlabs.butler.providers.contracttests.Told.Ready;
import dev.butlerlabs.butler.providers.contracttests.Told.Unclear;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Provider.Opening;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.fault.Healing;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What every driver of images must show. A driver's own class says on which scene. */
public abstract class ImageContract extends CanaryContract<ImageScene> {

  protected static final String NAME = "talos-v1-12-2-amd64";
  private static final String WRONG = "cd".repeat(32);

  /** Long enough for an import, its failure and what is waited for after it. */
  private static final int PATIENCE = 30;

  private final AtomicReference<Supplier<ImageOrder>> order =
      new AtomicReference<>(() -> scene.order(null));

  protected final void orders(Supplier<ImageOrder> next) {
    order.set(next);
  }

  @Override
  final Course.Verbs verbs(Driver driver, String uid) {
    var images = images(driver);
    var id = new ImageId(NAME, uid);
    return new Course.Verbs() {
      @Override
      public Told observe(Memo memo) {
        return Told.of(images.observe(id, memo));
      }

      @Override
      public Told ensure(Memo memo) {
        return Told.of(images.ensure(id, order.get().get(), memo));
      }

      @Override
      public Told remove(Memo memo) {
        return Told.of(images.remove(id, memo));
      }
    };
  }

  protected static ImageDriver images(Driver driver) {
    return driver.images().orElseThrow();
  }

  protected final Driver open() {
    return switch (scene.provider().open(scene.account())) {
      case Opening.Opened(var opened) -> opened;
      case Opening.Refused(var fault) -> throw new AssertionError(fault.sentence());
    };
  }

  /** One life until the image is there, and every answer on the way. */
  protected final List<ImageState> bring(ImageOrder wanted) {
    var told = new ArrayList<ImageState>();
    var memo = Memo.NONE;
    try (var driver = open()) {
      for (var i = 0; i < PATIENCE && !(last(told) instanceof ImageState.Ready); i++) {
        told.add(images(driver).ensure(new ImageId(NAME, UID), wanted, memo));
        memo = last(told) instanceof ImageState.Underway(_, _, var noted, _) ? noted : memo;
        scene.time().advance(Duration.ofSeconds(10));
      }
    }
    return told;
  }

  protected static ImageState last(List<ImageState> told) {
    return told.isEmpty() ? new ImageState.Absent() : told.getLast();
  }

  /** As the reconciler does: looks first, and tries again what failed once that was told. */
  private static Told turn(Course course) {
    var before = course.told().isEmpty() ? new Absent() : course.told().getLast();
    var seen = course.observe();
    var blind = seen instanceof Unclear && !(failed(seen) && failed(before));
    var told = seen instanceof Ready || blind ? seen : course.ensure();
    course.pass();
    return told;
  }

  private static boolean failed(Told told) {
    return told instanceof Unclear(var fault) && fault.healing() == Healing.SLOWLY;
  }

  @Test
  void anOrderThatCanBeDoneHasNoProblems() {
    try (var driver = open()) {
      assertThat(images(driver).validate(scene.order(null))).isEmpty();
    }
  }

  @Test
  void machinesCanStartFromIt() {
    try (var course = course(UID)) {
      var ready = (ImageState.Ready) course.ready().what();
      scene.startFrom(ready.reference());
      course.end();
    }
    assertNothingLeft();
  }

  @Test
  void theChecksumThatWasCheckedIsTold() {
    orders(() -> scene.order(scene.checks() ? scene.sha256() : null));
    try (var course = course(UID)) {
      var ready = (ImageState.Ready) course.ready().what();

      if (scene.checks()) {
        assertThat(ready.sha256()).isEqualTo(scene.sha256());
      } else {
        assertThat(ready.sha256()).isNull();
      }
    }
  }

  /** The platform's words name the checksum it found. Who checks none says so before. */
  @Test
  void aFileWithAnotherChecksumNeverBecomesAnImage() {
    orders(() -> scene.order(WRONG));
    try (var driver = open();
        var course = course(UID)) {
      var problems = images(driver).validate(scene.order(WRONG));
      for (var i = 0; i < PATIENCE; i++) {
        turn(course);
      }
      assertThat(course.told()).noneMatch(Ready.class::isInstance);
      assertThat(course.told().stream().filter(Unclear.class::isInstance))
          .isNotEmpty()
          .map(told -> ((Unclear) told).fault())
          .allSatisfy(
              fault -> {
                assertThat(fault.sentence()).containsIgnoringCase("checksum");
                if (scene.checks()) {
                  assertThat(problems).isEmpty();
                  assertThat(fault).isInstanceOf(Fault.Failed.class);
                  assertThat(fault.detail()).contains(scene.sha256());
                } else {
                  assertThat(problems).isNotEmpty();
                  assertThat(fault).isInstanceOf(Fault.Invalid.class);
                }
              });
      course.end();
    }
    assertNothingLeft();
  }

  @Test
  void aFileThatIsNotThereIsToldAndLeavesNothing() {
    orders(scene::missing);
    try (var course = course(UID)) {
      for (var i = 0; i < PATIENCE; i++) {
        turn(course);
      }
      assertThat(course.told())
          .noneMatch(Ready.class::isInstance)
          .anyMatch(Unclear.class::isInstance);
      course.end();
    }
    assertNothingLeft();
  }

  @Test
  void whatFailedIsTriedAgain() {
    orders(scene::missing);
    try (var course = course(UID)) {
      for (var i = 0; i < PATIENCE && !(turn(course) instanceof Unclear); i++) {
        assertThat(course.told()).noneMatch(Ready.class::isInstance);
      }
      assertThat(course.told()).anyMatch(Unclear.class::isInstance);
      orders(() -> scene.order(null));
      for (var i = 0; i < 3 * PATIENCE && !(turn(course) instanceof Ready); i++) {
        assertThat(course.told()).isNotEmpty();
      }
      assertThat(course.told().getLast()).isInstanceOf(Ready.class);
      course.end();
    }
    assertNothingLeft();
  }
}
