package dev.butlerlabs.butler.apps.workbench.trial;

import dev.butlerlabs.butler.providers.spi.secret.Redaction;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Says what goes on while it goes on, and keeps it for the report. Knows what must not be said. */
final class Protocol {

  /** Somebody who watches wants to know that it still goes on. */
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(30);

  private final PrintWriter out;
  private final Redaction redaction;
  private final Pace pace;
  private final List<Step> steps = new ArrayList<>();
  private Instant began = Instant.EPOCH;
  private Instant lastLine = Instant.EPOCH;
  private String lastDoing = "";

  Protocol(PrintWriter out, Redaction redaction, Pace pace) {
    this.out = out;
    this.redaction = redaction;
    this.pace = pace;
  }

  void begin(String what) {
    began = pace.instant();
    lastLine = began;
    lastDoing = "";
    say("… " + what);
  }

  /** Something is waited for. */
  void waiting(String doing) {
    var now = pace.instant();
    var quiet = Duration.between(lastLine, now).compareTo(SIGN_OF_LIFE) < 0;
    if (doing.equals(lastDoing) && quiet) {
      return;
    }
    lastDoing = doing;
    lastLine = now;
    say("    %4d s  %s".formatted(Duration.between(began, now).toSeconds(), doing));
  }

  /** How the step that was begun ended; answers whether it is good. */
  boolean end(String what, boolean good, String detail) {
    var took = Duration.between(began, pace.instant());
    var step = new Step(redaction.apply(what), good, took, redaction.apply(detail));
    steps.add(step);
    say("  %s %s (%d s): %s".formatted(good ? "ok  " : "FAIL", what, took.toSeconds(), detail));
    return good;
  }

  void say(String line) {
    out.println(redaction.apply(line));
    out.flush();
  }

  String clean(String text) {
    return redaction.apply(text);
  }

  List<Step> steps() {
    return List.copyOf(steps);
  }
}
