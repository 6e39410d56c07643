package dev.butlerlabs.butler.providers.contracttests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.contracttests.Told.Absent;
import dev.butlerlabs.butler.providers.contracttests.Told.Unclear;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What drivers of balancers and of images must show alike. */
public abstract class FourVerbsContract<S extends Scene> {

  protected static final String UID = "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11";
  protected static final String OTHER = "6d9f0b52-7f3e-4a53-9f0c-3d1f0e6a7b22";

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

  Course course(String uid) {
    return course(uid, () -> false);
  }

  Course course(String uid, BooleanSupplier killed) {
    return new Course(scene, driver -> verbs(driver, uid), killed);
  }

  static String fresh(int number) {
    return "5c8f0b52-7f3e-4a53-9f0c-%012d".formatted(number);
  }

  void assertNothingLeft() {
    assertThat(scene.names()).isEmpty();
    assertThat(scene.things()).isEqualTo(atFirst);
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
      assertThat(scene.calls()).isNotEmpty().allMatch(call -> call.startsWith("GET "));
    }
  }

  @Test
  void observingChangesNothing() {
    try (var course = course(UID)) {
      scene.make(MischiefMaker.none());

      assertThat(course.observe()).isEqualTo(new Absent());
      assertThat(scene.calls()).isNotEmpty().allMatch(call -> call.startsWith("GET "));
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

  @Test
  void whatIsHalfMadeIsRemovedHoweverFarItWas() {
    for (var steps = 0; steps < 10; steps++) {
      try (var course = course(UID)) {
        for (var i = 0; i < steps; i++) {
          course.ensure();
          course.pass();
        }
        course.end();

        assertThat(scene.names()).as("after %d steps", steps).isEmpty();
        assertThat(scene.things()).as("after %d steps", steps).isEqualTo(atFirst);
      }
    }
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
      for (var i = 0; i < 10 && !(course.ensure() instanceof Unclear); i++) {
        course.pass();
      }
      assertThat(course.told().getLast())
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

  /**
   * Calls that change something are broken in several ways, drawn by a seed that a failure tells;
   * reading has no effect, so one way each is enough.
   */
  @Test
  void aLifeSurvivesAnyBrokenCall() {
    var calls = callsOfALife();
    var seed = System.nanoTime();
    var random = new Random(seed);
    System.out.println("ways to break calls drawn with seed " + seed);
    for (var call = 1; call <= calls.size(); call++) {
      if (reads(calls, call)) {
        live(call, Breaking.WAYS.get(call % Breaking.WAYS.size()), false);
      } else {
        for (var mischief : Breaking.drawn(random)) {
          live(call, mischief, false);
        }
      }
    }
  }

  @Test
  void aLifeSurvivesAProcessKilledAtAnyCall() {
    var calls = callsOfALife();
    for (var call = 1; call <= calls.size(); call++) {
      live(call, Mischief.CUT_BEFORE, true);
      if (!reads(calls, call)) {
        live(call, Mischief.CUT_AFTER, true);
      }
    }
  }

  @Test
  void livesWithManyBrokenCallsLeaveNothing() {
    var seed = System.nanoTime();
    var random = new Random(seed);
    for (var round = 0; round < 10; round++) {
      scene.make(MischiefMaker.seeded(random.nextLong(), 0.1, Breaking.WAYS));
      try (var course = course(fresh(round), () -> random.nextInt(5) == 0)) {
        course.ready();
        assertThat(scene.names()).as("seed %d, round %d", seed, round).hasSize(1);
        course.end();
      }
      assertThat(scene.names()).as("seed %d, round %d", seed, round).isEmpty();
    }
    assertNothingLeft();
  }

  /** The calls of a life in which nothing breaks. */
  List<String> callsOfALife() {
    scene.make(MischiefMaker.none());
    try (var course = course(fresh(0))) {
      course.ready();
      course.end();
    }
    assertThat(scene.calls()).hasSizeGreaterThan(5);
    return scene.calls();
  }

  static boolean reads(List<String> calls, int number) {
    return calls.get(number - 1).startsWith("GET ");
  }

  private void live(int call, Mischief mischief, boolean killed) {
    var what = "%s at call %d%s".formatted(mischief, call, killed ? ", killed" : "");
    var breaking = new Breaking(call, mischief, killed);
    scene.make(breaking);
    try (var course = course(fresh(call), breaking::died)) {
      course.ready();
      assertThat(scene.names()).as(what).hasSize(1);
      course.end();
      assertThat(breaking.broke()).as(what + " was reached").isTrue();
    } catch (AssertionError e) {
      throw new AssertionError(what + ": " + e.getMessage(), e);
    }
    assertNothingLeft();
  }
}
