package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.steward.store.driver.Corner;
import dev.butlerlabs.butler.steward.store.driver.Told;
import dev.butlerlabs.butler.steward.store.etcd.Denial;
import dev.butlerlabs.butler.steward.store.etcd.Reply;
import java.time.Duration;

/** What is told when a store does not do as asked. */
final class Words {

  private Words() {}

  static <T> Told<T> told(String doing, Corner corner, Reply<T> reply) {
    var subject = "could not " + doing + " " + corner.owner();
    return switch (reply) {
      case Reply.Answered<T>(var value) -> Told.done(value);
      case Reply.Denied<T>(var why, var detail) ->
          why == Denial.COMPACTED || why == Denial.AUTHENTICATION_CHANGED
              ? new Told.Unreachable<>(
                  new Problem(
                      subject,
                      "it took longer than the store keeps its history: " + detail,
                      "it is tried again"),
                  Duration.ZERO)
              : Told.refused(subject, detail, "look at the DataStore's conditions");
      case Reply.Silent<T>(var detail) ->
          new Told.Unreachable<>(new Problem(subject, detail, "it is tried again"), Duration.ZERO);
    };
  }
}
