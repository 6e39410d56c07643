package dev.butlerlabs.butler.providers.local.node;

import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kube.write.Trouble;

/** What came of trying something in a tenant. */
public sealed interface Tried<T> {

  record Done<T>(T value) implements Tried<T> {}

  /**
   * It did not work.
   *
   * @param refused true when trying again alone will not help
   */
  record Open<T>(Cause cause, boolean refused) implements Tried<T> {}

  static <T> Tried<T> done(T value) {
    return new Done<>(value);
  }

  static <T> Tried<T> notYet(String reason, String what, String youCan) {
    return new Open<>(new Cause(reason, what, "it is tried again", youCan), false);
  }

  static <T> Tried<T> refused(String reason, String what, String youCan) {
    return new Open<>(new Cause(reason, what, "", youCan), true);
  }

  static <T> Tried<T> trouble(Trouble trouble) {
    return new Open<>(
        new Cause(trouble.reason(), trouble.problem().sentence(), "it is tried again", ""), false);
  }
}
