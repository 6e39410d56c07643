package dev.butlerlabs.butler.kube.observe;

/** How a log line is written. */
public enum LogFormat {
  /** {@code key=value} pairs, for people. */
  LOGFMT,
  /** One JSON object, for collectors. */
  JSON
}
