package dev.butlerlabs.butler.steward.capi.plan;

import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Verdict;

/** How far one piece of work got. */
public sealed interface Step {

  record Done(String message) implements Step {}

  /** It waits, or was refused; the cause says which. */
  record Open(Cause cause) implements Step {}

  static Step done(String message) {
    return new Done(message);
  }

  static Step open(String reason, String what, String youCan) {
    return new Open(new Cause(reason, what, "", youCan));
  }

  /** As a condition. */
  default Verdict as(Milestone milestone) {
    return switch (this) {
      case Done(var message) -> Verdict.yes(milestone.wire(), "Succeeded", message);
      case Open(var cause) -> Verdict.no(milestone.wire(), cause.reason(), cause.sentence());
    };
  }
}
