package dev.butlerlabs.butler.providers.contracttests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** One life, led again and again with something broken in it. */
final class FaultMatrix {

  private static final int ROUNDS = Breaking.inEveryWay() ? 10 : 5;
  private static final double SHARE = 0.1;

  /** Calls of a life that is led again for each of them. */
  private static final int LONG = 60;

  private final Ground ground;
  private final OneLife life;

  /** From nothing to nothing; complains when the thing is not there between, or something stays. */
  interface OneLife {

    /**
     * Leads it.
     *
     * @param number makes an owner of its own
     * @param killed asked after each verb: the process died in it
     */
    void live(int number, BooleanSupplier killed);
  }

  FaultMatrix(Ground ground, OneLife life) {
    this.ground = ground;
    this.life = life;
  }

  /** The calls of a life in which nothing breaks. */
  List<String> calls() {
    ground.make(MischiefMaker.none());
    life.live(0, () -> false);
    assertThat(ground.calls()).hasSizeGreaterThan(5);
    return ground.calls();
  }

  /** The numbers of those that change something. */
  int[] changes() {
    var calls = calls();
    return IntStream.rangeClosed(1, calls.size())
        .filter(number -> !ground.reads(calls.get(number - 1)))
        .toArray();
  }

  /**
   * All calls that change something. Reading has no effect, so of the looks one in two is drawn; in
   * a long life the same things are looked at again and again, and only the first and the last of
   * each look count. With {@code -Dbutler.faults=all} it is every call.
   */
  private int[] worthBreaking(List<String> calls, Random random) {
    var brief = calls.size() <= LONG;
    return IntStream.rangeClosed(1, calls.size())
        .filter(
            number -> {
              var call = calls.get(number - 1);
              return Breaking.inEveryWay()
                  || !ground.reads(call)
                  || ((brief
                          || calls.indexOf(call) == number - 1
                          || calls.lastIndexOf(call) == number - 1)
                      && random.nextBoolean());
            })
        .toArray();
  }

  /**
   * Calls that change something are broken in a way that is drawn, or in every way; a look is
   * broken in one way.
   */
  void breakAnyCall() {
    var calls = calls();
    var random = drawn("calls to break, and ways");
    for (var call : worthBreaking(calls, random)) {
      if (ground.reads(calls.get(call - 1))) {
        live(call, Breaking.WAYS.get(call % Breaking.WAYS.size()), false);
      } else {
        for (var mischief : Breaking.drawn(random)) {
          live(call, mischief, false);
        }
      }
    }
  }

  void killAtAnyCall() {
    var calls = calls();
    for (var call : worthBreaking(calls, drawn("calls to die at"))) {
      live(call, Mischief.CUT_BEFORE, true);
      if (!ground.reads(calls.get(call - 1))) {
        live(call, Mischief.CUT_AFTER, true);
      }
    }
  }

  private static Random drawn(String what) {
    var seed = System.nanoTime();
    System.out.println(what + " drawn with seed " + seed);
    return new Random(seed);
  }

  /** Many calls of each life, and a process that dies after one verb in five. */
  void breakMany() {
    var seed = System.nanoTime();
    var random = new Random(seed);
    for (var round = 0; round < ROUNDS; round++) {
      ground.make(MischiefMaker.seeded(random.nextLong(), SHARE, Breaking.WAYS));
      var number = round;
      told(
          () -> "seed %d, round %d".formatted(seed, number),
          () -> life.live(number, () -> random.nextInt(5) == 0));
    }
  }

  private void live(int call, Mischief mischief, boolean killed) {
    var breaking = new Breaking(call, mischief, killed);
    ground.make(breaking);
    told(
        () -> "%s at call %d%s".formatted(mischief, call, killed ? ", killed" : ""),
        () -> {
          life.live(call, breaking::died);
          assertThat(breaking.broke()).as("the call was reached").isTrue();
        });
  }

  /** A failure says what was broken. */
  private void told(Supplier<String> what, Runnable lived) {
    try {
      lived.run();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          what.get() + ": " + e.getMessage() + "\ncalls: " + ground.calls(), e);
    }
  }
}
