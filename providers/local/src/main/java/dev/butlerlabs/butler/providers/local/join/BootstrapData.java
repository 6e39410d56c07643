package dev.butlerlabs.butler.providers.local.join;

import dev.butlerlabs.butler.pki.UnreadableInput;

/** What a machine's bootstrap data turned out to be. */
public sealed interface BootstrapData {

  record Usable(JoinOrder order) implements BootstrapData {}

  /** Not to be joined with until somebody writes it differently. */
  record Unusable(String why) implements BootstrapData {}

  /**
   * Reads what a bootstrap provider of Cluster API wrote.
   *
   * @param format as its Secret says; {@code ""} counts as cloud-config
   * @param hostname of the machine that reads it
   */
  static BootstrapData read(String text, String format, String hostname) {
    try {
      if (!format.isEmpty() && !format.equals("cloud-config")) {
        throw new UnusableData(
            "it is %s, and simulated workers read cloud-config only".formatted(format));
      }
      return new Usable(JoinConfiguration.read(CloudConfig.parse(text, hostname), hostname));
    } catch (UnusableData | UnreadableInput wrong) {
      return new Unusable(String.valueOf(wrong.getMessage()));
    }
  }
}
