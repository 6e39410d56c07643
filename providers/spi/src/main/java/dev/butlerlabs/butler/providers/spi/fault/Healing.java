package dev.butlerlabs.butler.providers.spi.fault;

/** What has to happen before a call that failed can succeed. */
public enum Healing {
  /** Nothing but time: seconds. */
  SOON,

  /** Time, and perhaps somebody making room on the platform: minutes. */
  SLOWLY,

  /** Somebody edits the object, the ProviderConfig, its Secret, or the platform. */
  WHEN_CHANGED;

  /** Trying again without any change may succeed. */
  public boolean byItself() {
    return this != WHEN_CHANGED;
  }
}
