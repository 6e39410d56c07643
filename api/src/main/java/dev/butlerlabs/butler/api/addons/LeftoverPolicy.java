package dev.butlerlabs.butler.api.addons;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What becomes of what stays behind when the releases of an addon are uninstalled. */
public enum LeftoverPolicy {
  @JsonProperty("Keep")
  KEEP,
  @JsonProperty("Empty")
  EMPTY,
  @JsonProperty("All")
  ALL;

  /** What the field says of itself. */
  static final String WORDS =
      "What becomes of what stays behind after uninstalling: CustomResourceDefinitions of the"
          + " chart's folder crds, and the namespace if it was made for addons. Keep: it is told."
          + " Empty: it goes when it holds nothing. All: it goes with all it holds. What others"
          + " bring or look after stays. Left out: Keep.";
}
