package dev.butlerlabs.butler.apps.tcpproxy;

import java.util.Optional;

/** Whether clients should be sent here, and if not, why. */
final class Health {

  private volatile String trouble = "the API server was not looked for yet";
  private volatile boolean ending;

  /** Why not; nothing when they should. */
  Optional<String> trouble() {
    if (ending) {
      return Optional.of("it is ending");
    }
    return trouble.isEmpty() ? Optional.empty() : Optional.of(trouble);
  }

  /** The API server was reached. */
  void well() {
    trouble = "";
  }

  void ill(String why) {
    trouble = why;
  }

  /** There is no way back. */
  void end() {
    ending = true;
  }
}
