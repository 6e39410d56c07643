package dev.butlerlabs.butler.api.addons;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What becomes of objects that are no longer as the release of their addon has them. */
public enum DriftPolicy {
  @JsonProperty("Report")
  REPORT,
  @JsonProperty("Repair")
  REPAIR
}
