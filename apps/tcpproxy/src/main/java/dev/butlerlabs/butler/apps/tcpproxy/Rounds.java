package dev.butlerlabs.butler.apps.tcpproxy;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is done every few seconds: credentials that changed are taken, and the API server is looked
 * for. While clients are brought to it, nobody needs to look.
 */
final class Rounds {

  /** So many rounds pass between two looks while all is well. */
  private static final int REST = 3;

  private final Bridge bridge;
  private final @Nullable CredentialFiles files;
  private final Health health;
  private final Counters counters;
  private final Journal journal;
  private long joined;
  private int rested = REST;
  private String reloadTrouble = "";

  Rounds(
      Bridge bridge,
      @Nullable CredentialFiles files,
      Health health,
      Counters counters,
      Journal journal) {
    this.bridge = bridge;
    this.files = files;
    this.health = health;
    this.counters = counters;
    this.journal = journal;
  }

  void once() {
    if (files != null) {
      reload(files);
    }
    var seen = counters.joined.sum();
    var well = health.trouble().isEmpty();
    if (well && seen != joined) {
      rested = 0;
    } else if (!well || ++rested >= REST) {
      look(well);
    }
    joined = seen;
  }

  private void reload(CredentialFiles changing) {
    try {
      if (changing.reload()) {
        counters.reloads.increment();
        journal.say("credentials taken anew", "expires", changing.current().expires().toString());
      }
      reloadTrouble = "";
    } catch (IOException unusable) {
      counters.failedReloads.increment();
      var why = words(unusable);
      if (!why.equals(reloadTrouble)) {
        reloadTrouble = why;
        journal.say("credentials not taken, the old ones stay", "because", why);
      }
    }
  }

  private void look(boolean well) {
    try {
      bridge.check();
      rested = 0;
      health.well();
      if (!well) {
        journal.say("the API server is reached");
      }
    } catch (IOException unreachable) {
      var why = "the API server is not reached: " + words(unreachable);
      if (!health.trouble().equals(Optional.of(why))) {
        journal.say("the API server is not reached", "because", words(unreachable));
      }
      health.ill(why);
    }
  }

  /** The innermost says it best; what was tried on the way is told with it. */
  private static String words(IOException failed) {
    var inner =
        Stream.<Throwable>iterate(failed, Objects::nonNull, Throwable::getCause)
            .reduce(failed, (_, deeper) -> deeper);
    var tried = Stream.of(failed.getSuppressed()).findFirst();
    return inner.getMessage() + tried.map(one -> " (" + one.getMessage() + ")").orElse("");
  }
}
