package dev.butlerlabs.butler.providers.contracttests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.contracttests.Told.Absent;
import dev.butlerlabs.butler.providers.contracttests.Told.Unclear;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What drivers of balancers and of images must show alike. */
public abstract class FourVerbsContract<S extends Scene> {

  protected static final String UID = "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11";
  protected static final String OTHER = "6d9f0b52-7f3e-4a53-9f0c-3d1f0e6a7b22";

  /** More than any platform takes to make one. */
  private static final int MOST_STEPS = 14;

  @SuppressWarnings("NullAway.Init") // set before each test
  protected S scene;

  @SuppressWarnings("NullAway.Init") // set before each test
  private Set<String> atFirst;

  protected abstract S build();

  /** The verbs about the thing that is made for the object of this UID. */
  abstract Course.Verbs verbs(Driver driver, String uid);

  @BeforeEach
  void setUp() {
    scene = build();
    prepare();
    atFirst = scene.things();
  }

  /** What must stand on the platform before things are counted. */
  void prepare() {}

  @AfterEach
  void tearDown() {
    scene.close();
  }

  protected final Course course(String uid) {
    return course(uid, () -> false);
  }

  Course course(String uid, BooleanSupplier killed) {
    return new Course(scene, driver -> verbs(driver, uid), killed);
  }

  static String fresh(int number) {
    return "5c8f0b52-7f3e-4a53-9f0c-%012d".formatted(number);
  }

  /** Now, and when all that may have been on its way has come. */
  protected final void assertNothingLeft() {
    for (var pause : List.of(Duration.ZERO, Duration.ofMinutes(5))) {
      scene.time().advance(pause);
      assertThat(scene.names()).as("after %s", pause).isEmpty();
      assertThat(scene.things()).as("after %s", pause).isEqualTo(atFirst);
    }
  }

  @Test
  void itComesToBeReadyAndIsSeenSo() {
    try (var course = course(UID)) {
      var ready = course.ready();

      assertThat(scene.names()).hasSize(1);
      assertThat(course.observe()).isEqualTo(ready);
    }
  }

  @Test
  void ensuringAgainMakesNoSecondOne() {
    try (var course = course(UID)) {
      var first = course.ready();
      scene.make(MischiefMaker.none());

      assertThat(course.ensure()).isEqualTo(first);
      assertThat(scene.names()).hasSize(1);
      assertThat(scene.calls()).isNotEmpty().allMatch(scene::reads);
    }
  }

  @Test
  void observingChangesNothing() {
    try (var course = course(UID)) {
      scene.make(MischiefMaker.none());

      assertThat(course.observe()).isEqualTo(new Absent());
      assertThat(scene.calls()).isNotEmpty().allMatch(scene::reads);
    }
  }

  @Test
  void removingLeavesNothingAndMayBeRepeated() {
    try (var course = course(UID)) {
      course.ready();
      course.end();

      assertNothingLeft();
      assertThat(course.remove()).isEqualTo(new Absent());
      assertThat(course.observe()).isEqualTo(new Absent());
    }
  }

  @Test
  void removingWhatNeverWasSucceeds() {
    try (var course = course(UID)) {
      assertThat(course.remove()).isEqualTo(new Absent());
    }
  }

  /** Whether or not anybody heard of the last step, and until it is no longer half made. */
  @Test
  void whatIsHalfMadeIsRemovedHoweverFarItWas() {
    var ready = false;
    for (var steps = 0; steps < MOST_STEPS && !ready; steps++) {
      ready = madeAndRemoved(steps, false);
      madeAndRemoved(steps, true);
    }
  }

  /** Whether it was ready at last. */
  private boolean madeAndRemoved(int steps, boolean unheard) {
    var ready = false;
    var dying = new AtomicBoolean();
    try (var course = course(UID, () -> dying.getAndSet(false))) {
      for (var i = 1; i <= steps; i++) {
        dying.set(unheard && i == steps);
        ready = course.ensure() instanceof Told.Ready;
        if (i < steps) {
          course.pass();
        }
      }
      course.end();
    }
    assertNothingLeft();
    return ready;
  }

  @Test
  void aSameNamedOneOfSomebodyElseIsNeverTouched() {
    String name;
    try (var first = course(UID)) {
      first.ready();
      name = scene.names().getFirst();
      first.end();
    }
    scene.foreign(name);
    var things = scene.things();
    try (var course = course(UID)) {
      assertThat(course.observe()).isEqualTo(new Absent());
      assertThat(course.settled())
          .isInstanceOfSatisfying(
              Unclear.class,
              unclear -> assertThat(unclear.fault()).isInstanceOf(Fault.Conflict.class));
      course.end();
    }
    assertThat(scene.names()).containsExactly(name);
    assertThat(scene.things()).isEqualTo(things);
  }

  @Test
  void oneOfAnotherOwnerIsNeitherAdoptedNorRemoved() {
    try (var mine = course(UID);
        var theirs = course(OTHER)) {
      var ready = mine.ready();
      var names = scene.names();
      var things = scene.things();

      assertThat(theirs.observe()).isEqualTo(new Absent());
      assertThat(theirs.remove()).isEqualTo(new Absent());
      assertThat(scene.names()).isEqualTo(names);
      assertThat(scene.things()).isEqualTo(things);
      assertThat(mine.observe()).isEqualTo(ready);
      mine.end();
    }
    assertNothingLeft();
  }

  @Test
  void credentialsThatWereTakenAwayAreTold() {
    try (var course = course(UID)) {
      course.ready();
      scene.revoke();

      for (var told : List.of(course.observe(), course.ensure(), course.remove())) {
        assertThat(told)
            .isInstanceOfSatisfying(
                Unclear.class,
                unclear -> assertThat(unclear.fault()).isInstanceOf(Fault.Unauthorized.class));
      }
    }
  }

  @Test
  void aPlatformThatDoesNotAnswerIsNeverTakenForEmpty() {
    try (var course = course(UID)) {
      var ready = course.ready();
      for (var trouble : List.of(Mischief.CUT_AFTER, Mischief.UNAVAILABLE, Mischief.HALF_ANSWER)) {
        scene.make((_, _) -> trouble);

        assertThat(course.observe()).as("%s", trouble).isInstanceOf(Unclear.class);
        assertThat(course.remove()).as("%s", trouble).isInstanceOf(Unclear.class);
      }
      scene.make(MischiefMaker.none());
      assertThat(course.observe()).isEqualTo(ready);
    }
  }

  @Test
  void aLifeSurvivesAnyBrokenCall() {
    matrix().breakAnyCall();
  }

  @Test
  void aLifeSurvivesAProcessKilledAtAnyCall() {
    matrix().killAtAnyCall();
  }

  @Test
  void livesWithManyBrokenCallsLeaveNothing() {
    matrix().breakMany();
  }

  final FaultMatrix matrix() {
    return new FaultMatrix(scene, this::live);
  }

  private void live(int number, BooleanSupplier killed) {
    try (var course = course(fresh(number), killed)) {
      course.ready();
      assertThat(scene.names()).hasSize(1);
      course.end();
    }
    assertNothingLeft();
  }

  /** The calls of a life in which nothing breaks. */
  List<String> callsOfALife() {
    return matrix().calls();
  }

  boolean reads(List<String> calls, int number) {
    return scene.reads(calls.get(number - 1));
  }
}
