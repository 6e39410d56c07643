package dev.butlerlabs.butler.providers.local.join;

/** Bootstrap data that a simulated worker cannot join with; says why and never quotes it. */
final class UnusableData extends IllegalArgumentException {

  UnusableData(String message) {
    super(message);
  }
}
