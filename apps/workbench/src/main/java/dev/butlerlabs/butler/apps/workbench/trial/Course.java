package dev.butlerlabs.butler.apps.workbench.trial;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.fault.Healing;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import java.time.Instant;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The life of one thing: it comes, is asked for again, goes, and is asked to go again. */
final class Course {

  private final Thing thing;
  private final Journal journal;
  private final Protocol protocol;
  private final Pace pace;
  private final Limits limits;
  private Memo memo;

  Course(Thing thing, Memo memo, Journal journal, Protocol protocol, Pace pace, Limits limits) {
    this.thing = thing;
    this.memo = memo;
    this.journal = journal;
    this.protocol = protocol;
    this.pace = pace;
    this.limits = limits;
  }

  Thing thing() {
    return thing;
  }

  /** True when it is there and asking again changed nothing. */
  boolean come() {
    return looked("nothing of this name is ours yet", thing::observe, Look.Gone.class)
        && possible()
        && made()
        && same("create it again", thing::ensure)
        && same("look at it", thing::observe);
  }

  private boolean possible() {
    var what = "check the order of " + thing.text();
    protocol.begin(what);
    try {
      var faults = thing.validate();
      var detail = faults.stream().map(Fault::sentence).collect(Collectors.joining("; "));
      return protocol.end(what, faults.isEmpty(), faults.isEmpty() ? "it can be built" : detail);
    } catch (RuntimeException bug) {
      return protocol.end(what, false, broken(what, bug).fault().sentence());
    }
  }

  private boolean made() {
    var what = "create " + thing.text();
    protocol.begin(what);
    if (pace.stopped()) {
      return protocol.end(what, false, "stopped before anything was made");
    }
    journal.note(thing, memo);
    var deadline = pace.instant().plus(limits.coming());
    var look = ask(what, thing::ensure);
    while (goesOn(look, deadline) && !pace.stopped()) {
      wait(look, true);
      look = pace.stopped() ? look : ask(what, thing::ensure);
    }
    var there = look instanceof Look.There;
    return protocol.end(
        what, there, pace.stopped() && !there ? "stopped by you; " + look.words() : look.words());
  }

  /** Asked once more it must be the same thing, and no second one. */
  private boolean same(String verb, Function<Memo, Look> call) {
    var what = verb;
    protocol.begin(what);
    var first = settled(what, call, pace.instant().plus(limits.going()));
    var again = settled(what, call, pace.instant().plus(limits.going()));
    var same = first instanceof Look.There && first.equals(again);
    return protocol.end(
        what,
        same,
        same
            ? "the same: " + first.words()
            : "it differs: " + first.words() + " / " + again.words());
  }

  /** True when it is gone, and stays gone when asked again. */
  boolean go() {
    var what = "remove " + thing.text();
    protocol.begin(what);
    var deadline = pace.instant().plus(limits.going());
    var look = ask(what, thing::remove);
    while (!(look instanceof Look.Gone) && pace.instant().isBefore(deadline)) {
      wait(look, false);
      look = ask(what, thing::remove);
    }
    if (!protocol.end(what, look instanceof Look.Gone, look.words())) {
      return false;
    }
    var gone = looked("remove it again", thing::remove, Look.Gone.class);
    memo = Memo.NONE;
    gone &= looked("nothing of it is left", thing::observe, Look.Gone.class);
    if (gone) {
      journal.forget(thing);
    }
    return gone;
  }

  private boolean looked(String what, Function<Memo, Look> call, Class<? extends Look> wanted) {
    protocol.begin(what);
    var look = settled(what, call, pace.instant().plus(limits.going()));
    return protocol.end(what, wanted.isInstance(look), look.words());
  }

  /** The first answer that is more than a platform out of breath. */
  private Look settled(String what, Function<Memo, Look> call, Instant deadline) {
    var look = ask(what, call);
    while (look instanceof Look.Trouble(var fault)
        && fault.healing() == Healing.SOON
        && pace.instant().isBefore(deadline)
        && !pace.stopped()) {
      wait(look, true);
      look = ask(what, call);
    }
    return look;
  }

  private boolean goesOn(Look look, Instant deadline) {
    var mayCome =
        switch (look) {
          case Look.There _ -> false;
          case Look.Gone _, Look.Underway _ -> true;
          case Look.Trouble(var fault) -> fault.healing().byItself();
        };
    return mayCome && pace.instant().isBefore(deadline);
  }

  private void wait(Look look, boolean mayBeStopped) {
    protocol.waiting(look.words());
    var asked =
        look instanceof Look.Trouble(var fault)
            ? fault.retryAfter().orElse(limits.every())
            : limits.every();
    var pause = asked.compareTo(limits.every()) > 0 ? asked : limits.every();
    if (mayBeStopped) {
      pace.restUnlessStopped(pause);
    } else {
      pace.rest(pause);
    }
  }

  /** A memo is noted before the next call, as the contract has it. */
  private Look ask(String what, Function<Memo, Look> call) {
    Look look;
    try {
      look = call.apply(memo);
    } catch (RuntimeException bug) {
      return broken(what, bug);
    }
    if (look instanceof Look.Underway(_, var next) && !next.equals(memo)) {
      memo = next;
      journal.note(thing, memo);
    }
    return look;
  }

  /** Drivers answer trouble; one that throws has a bug, and what it made must still go. */
  private static Look.Trouble broken(String what, RuntimeException bug) {
    return new Look.Trouble(
        new Fault.Failed(
            what,
            "the driver broke, which is a bug of Butler: "
                + bug.getClass().getSimpleName()
                + ": "
                + bug.getMessage()));
  }
}
