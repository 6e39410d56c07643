package dev.butlerlabs.butler.steward.plane.plan;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Files of the user's own that pods read once, when they start: their content decides, not their
 * names alone, what pods run.
 *
 * @param checksums of their contents, by what they are for; what is not there has none
 */
public record Given(SortedMap<String, String> checksums) {

  public static final String AUDIT_POLICY = "audit-policy";
  public static final String OIDC_AUTHORITY = "oidc-ca";
  public static final Given NOTHING = new Given(Map.of());

  public Given(Map<String, String> checksums) {
    this(new TreeMap<>(checksums));
  }

  public Given {
    checksums = Collections.unmodifiableSortedMap(new TreeMap<>(checksums));
  }
}
