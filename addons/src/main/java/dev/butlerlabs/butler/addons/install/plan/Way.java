package dev.butlerlabs.butler.addons.install.plan;

/** Whether the cluster can be worked on. */
public sealed interface Way {

  record Open() implements Way {}

  /**
   * Not now.
   *
   * @param reason one CamelCase word
   */
  record Shut(String reason, String sentence) implements Way {}

  /** There is no such cluster, or soon there will be none: what was on it is gone with it. */
  record Gone(String sentence) implements Way {}
}
