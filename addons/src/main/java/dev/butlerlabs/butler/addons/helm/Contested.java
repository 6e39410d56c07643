package dev.butlerlabs.butler.addons.helm;

/** Knows whose the fields are that hinder Helm from writing a release. */
public interface Contested {

  /**
   * Whether a revision may be written over all that others wrote: they write it again at once.
   *
   * @param revision one that Helm has stored
   */
  boolean yields(int revision);

  /** Nothing yields. */
  static Contested never() {
    return _ -> false;
  }
}
