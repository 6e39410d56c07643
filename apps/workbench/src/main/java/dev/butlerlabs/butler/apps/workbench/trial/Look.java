package dev.butlerlabs.butler.apps.workbench.trial;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;

/** What one call told about a thing, whatever kind of thing it is. */
sealed interface Look {

  record Gone() implements Look {}

  record Underway(String doing, Memo memo) implements Look {}

  /**
   * It is there and serves.
   *
   * @param id what the platform calls it
   * @param facts what else was told
   */
  record There(String id, String facts) implements Look {}

  record Trouble(Fault fault) implements Look {}

  /** In words, for a report. */
  default String words() {
    return switch (this) {
      case Gone() -> "nothing is there";
      case Underway(var doing, _) -> "still under way: " + doing;
      case There(var id, var facts) -> facts.isEmpty() ? id : id + ", " + facts;
      case Trouble(var fault) -> fault.sentence();
    };
  }
}
