package dev.butlerlabs.butler.api.addons;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What becomes of CustomResourceDefinitions in a chart's folder crds, which Helm makes once. */
public enum CrdPolicy {
  @JsonProperty("Upgrade")
  UPGRADE,
  @JsonProperty("Leave")
  LEAVE;

  /** What the field says of itself. */
  static final String WORDS =
      "What becomes of CustomResourceDefinitions in the chart's folder crds, which no upgrade by"
          + " Helm changes. Upgrade: they are brought to those of the chart before each upgrade,"
          + " which is refused if a version of a kind would go; not for kinds that others look"
          + " after as well. Leave: nothing. Left out: Leave.";
}
